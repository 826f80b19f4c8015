package dev.buoy.model;

/**
 * Where an instance runs.
 *
 * @param name     which kind of data centre
 * @param metadata what Amazon tells an instance about itself; empty for the other kinds (contract §3.3)
 */
public record DataCenterInfo(Name name, Metadata metadata) {
    /** An instance that runs nowhere special. */
    public static final DataCenterInfo MY_OWN = new DataCenterInfo(Name.MyOwn, Metadata.EMPTY);

    /** Key of the Amazon metadata that names the instance. */
    public static final String INSTANCE_ID = "instance-id";

    /** The kinds that the protocol knows, spelt as on the wire. */
    public enum Name {
        Netflix,
        Amazon,
        MyOwn
    }

    public DataCenterInfo {
        if (name != Name.Amazon) {
            metadata = Metadata.EMPTY;
        }
    }
}
