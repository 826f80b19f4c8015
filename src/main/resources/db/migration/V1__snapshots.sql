-- Copies of registries. See docs/adr/0004-snapshots.md for what decides between two copies of an instance.

create table buoy_instance (
    registry    text    not null, -- buoy.snapshot.registry
    app         text    not null, -- key only; the document has the true text
    instance_id text    not null, -- likewise
    status      text    not null, -- as served
    overridden  text,             -- the status forced on it, if any
    document    jsonb   not null, -- {"reported", "override", "instance": as Eureka writes it}
    dirty_at    bigint  not null, -- lastDirtyTimestamp: the client's version, ms
    renewed_at  bigint  not null, -- last sign of life that any server has recorded, ms
    revision    bigint  not null, -- when a server last changed it, ms
    removed_at  bigint,           -- null while listed; else a tombstone, ms
    expired     boolean not null default false, -- removed for its silence and not by wish
    primary key (registry, app, instance_id)
) with (fillfactor = 85); -- room to write times of renewal beside the old row, with no new index entries

create index buoy_instance_tombstones on buoy_instance (registry, removed_at) where removed_at is not null;

-- Which servers save to which registry, so that tombstones are kept for as long as one of them may hold an older copy.
create table buoy_server (
    id       uuid   primary key, -- one per run of a server
    registry text   not null,
    saved_at bigint not null     -- last successful save, ms
);
