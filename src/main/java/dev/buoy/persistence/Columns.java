package dev.buoy.persistence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Rows turned into one array per column, so that a statement takes any number of them in the same few parameters. */
final class Columns {
    private final int size;
    private Object[][] columns;
    private int rows;

    /** @param size how many rows there will be */
    Columns(int size) {
        this.size = size;
    }

    void add(Object... row) {
        if (columns == null) {
            columns = new Object[row.length][size];
        }
        for (int i = 0; i < row.length; i++) {
            columns[i][rows] = row[i];
        }
        rows++;
    }

    /** @param first number of the statement's parameter that takes the first column */
    void bind(Connection connection, PreparedStatement statement, int first, String... types) throws SQLException {
        for (int i = 0; i < types.length; i++) {
            statement.setArray(first + i, connection.createArrayOf(types[i], columns[i]));
        }
    }
}
