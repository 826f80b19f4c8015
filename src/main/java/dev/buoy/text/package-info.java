/**
 * Text that others chose, made safe to show. It knows no other room, and every room may use it.
 *
 * <p>Leaves to others: text inside documents, which {@code wire} escapes by the rules of each format.
 */
package dev.buoy.text;
