package dev.buoy.registry;

import dev.buoy.changelog.Change;
import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.LeaseConfig;
import dev.buoy.config.SelfPreservationConfig;
import dev.buoy.model.ActionType;
import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Who is listed, and until when. The only writer of the change log.
 *
 * <p>Big on purpose: it is the lock and all that the lock guards. Every change (leases, view, VIP index, log) is one step
 * under this object's monitor, so the order of the log is the order of the states. Lock order: registry, then losses or
 * change log; nothing is called out to while it is held. Readers take no lock: {@link #view()} is immutable, and a renewal
 * touches only its lease and a counter.
 *
 * <p>Application names are upper case wherever they are passed in. Section numbers are those of the protocol's contract.
 */
public final class Registry {
    /** Stands for a dirty timestamp that the caller does not give. */
    public static final long NO_TIMESTAMP = -1;

    private final ChangeLog log;
    private final InstantSource clock;
    private final boolean syncWhenTimestampDiffers;
    private final boolean doubledLeases;
    private final int unstatedIntervalInSecs;
    private final LeaseTable leases = new LeaseTable();
    private final VipIndex vips = new VipIndex();
    private final RenewalRate renewals = new RenewalRate();
    private final RenewalCounts renewalCounts = new RenewalCounts();
    private final Losses losses;
    private final SelfPreservation selfPreservation;
    private final List<RenewalSink> renewalSinks = new CopyOnWriteArrayList<>();

    private volatile RegistryView view = RegistryView.EMPTY;
    private volatile InstanceKey self; // null while this server is not listed

    public Registry(
            EurekaServerConfig server,
            LeaseConfig lease,
            SelfPreservationConfig selfPreservation,
            ChangeLog log,
            InstantSource clock) {
        this.log = log;
        this.clock = clock;
        this.syncWhenTimestampDiffers = server.syncWhenTimestampDiffers();
        this.doubledLeases = lease.eurekaCompatibleExpiry();
        int unstated = server.expectedClientRenewalIntervalSeconds();
        this.unstatedIntervalInSecs = unstated > 0 ? unstated : LeaseInfo.DEFAULT_RENEWAL_INTERVAL;
        this.losses = new Losses(server.renewalThresholdUpdateIntervalMs());
        this.selfPreservation = new SelfPreservation(server, selfPreservation, leases, losses, renewals, clock);
    }

    /** All that is listed at this moment. */
    public RegistryView view() {
        return view;
    }

    public SelfPreservation selfPreservation() {
        return selfPreservation;
    }

    /** Has somebody told of every renewal by a client. */
    public void addRenewalSink(RenewalSink sink) {
        renewalSinks.add(sink);
    }

    /** Says which instance is this server itself; it alone is marked as the coordinating server (§3.2). */
    public void self(InstanceKey key) {
        self = key;
    }

    /**
     * Lists an instance (§5.2), which must have passed validation (§5.1). One that gives no dirty timestamp
     * ({@link #NO_TIMESTAMP}) is taken to have changed now (§3.2).
     *
     * @return false if our copy is newer and was kept; its lease starts anew all the same
     */
    public synchronized boolean register(Origin origin, InstanceInfo sent) {
        InstanceInfo incoming = sent.lastDirtyTimestamp() == NO_TIMESTAMP
                ? sent.toBuilder().lastDirtyTimestamp(clock.millis()).build()
                : sent;
        Lease old = leases.find(incoming.app(), incoming.instanceId());
        boolean keepOurs = old != null && old.instance().lastDirtyTimestamp() > incoming.lastDirtyTimestamp();
        InstanceInfo registrant = keepOurs ? old.instance() : incoming;
        InstanceStatus override = old == null ? null : old.override();
        if (override == null && registrant.overriddenStatus() != InstanceStatus.UNKNOWN) {
            override = registrant.overriddenStatus();
        }
        InstanceStatus reported = keepOurs ? old.reported() : reportedBy(origin, incoming);
        list(origin, ChangeKind.REGISTERED, old, registrant, incoming, reported, override);
        return !keepOurs;
    }

    /** A heartbeat without a dirty timestamp. */
    public Renewal renew(Origin origin, String app, String id) {
        return renew(origin, app, id, NO_TIMESTAMP, null);
    }

    /**
     * A heartbeat (§5.4, §5.5). No lock, no log entry.
     *
     * @param dirtyTimestamp the caller's, or {@link #NO_TIMESTAMP}
     * @param overridden     the override that a peer knows of; null if it says nothing
     */
    public Renewal renew(Origin origin, String app, String id, long dirtyTimestamp, InstanceStatus overridden) {
        Lease lease = leases.find(app, id);
        if (lease == null) {
            return unknown(origin);
        }
        InstanceInfo ours = lease.instance();
        long now = clock.millis();
        if (ours.status() == InstanceStatus.UNKNOWN || !lease.renew(now)) {
            return unknown(origin);
        }
        renewals.count(now);
        renewalCounts.countRenewed(origin);
        if (origin == Origin.CLIENT) {
            for (int i = 0; i < renewalSinks.size(); i++) {
                renewalSinks.get(i).renewed(lease.key());
            }
        }
        if (dirtyTimestamp == NO_TIMESTAMP || !syncWhenTimestampDiffers) {
            return Renewal.RENEWED;
        }
        if (dirtyTimestamp > ours.lastDirtyTimestamp()) {
            if (origin == Origin.PEER && overridden != null && overridden != InstanceStatus.UNKNOWN) {
                takeOverOverride(app, id, overridden);
            }
            return Renewal.NEWER_ELSEWHERE;
        }
        boolean peerIsBehind = dirtyTimestamp < ours.lastDirtyTimestamp() && origin == Origin.PEER;
        return peerIsBehind ? Renewal.olderElsewhere(lease.present()) : Renewal.RENEWED;
    }

    private Renewal unknown(Origin origin) {
        renewalCounts.countNotFound(origin);
        return Renewal.UNKNOWN;
    }

    /** How many renewals there were since start. */
    public RenewalCounts renewalCounts() {
        return renewalCounts;
    }

    /** Unlists an instance (§5.8); false if it is unknown. */
    public boolean cancel(Origin origin, String app, String id) {
        return cancel(origin, app, id, NO_TIMESTAMP);
    }

    /**
     * Unlists an instance (§5.8), unless our copy is newer than the one that is meant.
     *
     * @param dirtyTimestamp of the copy that is meant, or {@link #NO_TIMESTAMP} for whatever there is
     * @return false if the instance is unknown or stays
     */
    public synchronized boolean cancel(Origin origin, String app, String id, long dirtyTimestamp) {
        Lease lease = leases.find(app, id);
        if (lease != null && dirtyTimestamp != NO_TIMESTAMP && lease.instance().lastDirtyTimestamp() > dirtyTimestamp) {
            return false;
        }
        losses.cancelled(new InstanceKey(app, id));
        if (lease == null) {
            return false;
        }
        InstanceInfo last = lease.present();
        lease.end();
        unlist(origin, ChangeKind.CANCELLED, last);
        return true;
    }

    /** Drops a lease unless it was renewed since the evictor looked (§5.10). */
    synchronized boolean evict(Lease lease, long seenRenewal, boolean givenUp) {
        InstanceKey key = lease.key();
        InstanceInfo last = lease.present();
        if (leases.find(key.app(), key.id()) != lease || !lease.endUnlessRenewedSince(seenRenewal)) {
            return false;
        }
        losses.evicted(lease, givenUp, seenRenewal, clock.millis());
        unlist(Origin.EXPIRY, ChangeKind.EVICTED, last);
        return true;
    }

    /**
     * Forces a status on an instance (§5.6). A status that it already has is not forced.
     *
     * @return false if the instance is unknown
     */
    public synchronized boolean overrideStatus(
            Origin origin, String app, String id, InstanceStatus status, long dirtyTimestamp) {
        Lease lease = leases.find(app, id);
        if (lease == null || hidden(lease) || !lease.renew(clock.millis())) {
            return false;
        }
        if (lease.instance().status() != status) {
            applyOverride(origin, ChangeKind.STATUS_OVERRIDDEN, lease, status, status, dirtyTimestamp);
        }
        return true;
    }

    /**
     * Takes back the status forced on an instance (§5.7), which then has the one its client last reported (D-18).
     *
     * @param fallback the status to have instead, or null
     * @return false if the instance is unknown
     */
    public synchronized boolean clearOverride(
            Origin origin, String app, String id, InstanceStatus fallback, long dirtyTimestamp) {
        Lease lease = leases.find(app, id);
        if (lease == null || hidden(lease) || !lease.renew(clock.millis())) {
            return false;
        }
        if (lease.override() != null) {
            InstanceStatus reported = lease.reported() == null ? InstanceStatus.UNKNOWN : lease.reported();
            InstanceStatus status = fallback == null ? reported : fallback;
            applyOverride(origin, ChangeKind.OVERRIDE_CLEARED, lease, null, status, dirtyTimestamp);
        }
        return true;
    }

    /**
     * Puts entries over those an instance has (§5.8); its lease starts anew.
     *
     * @return false if the instance is unknown
     */
    public synchronized boolean updateMetadata(String app, String id, Map<String, String> entries) {
        Lease old = leases.find(app, id);
        if (old == null || hidden(old)) {
            return false;
        }
        InstanceInfo merged = old.instance().toBuilder()
                .metadata(old.instance().metadata().mergedWith(entries))
                .build();
        list(Origin.CLIENT, ChangeKind.METADATA_CHANGED, old, merged, merged, old.reported(), old.override());
        return true;
    }

    /** An instance with its lease as it is now; empty if unknown, or overdue and free to expire (§5.9). */
    public Optional<InstanceInfo> instance(String app, String id) {
        return shown(leases.find(app, id));
    }

    /** Some instance of this id, in whatever application. */
    public Optional<InstanceInfo> instance(String id) {
        return shown(leases.find(id));
    }

    /** All instances that list a (secure) VIP name, of every status. */
    public Applications applicationsWithVip(String vip, boolean secure) {
        Applications all = view.applications();
        List<Application> found = new ArrayList<>();
        for (String app : vips.applications(vip, secure)) {
            all.application(app).ifPresent(application -> {
                List<InstanceInfo> listing = new ArrayList<>();
                application.forEach(instance -> {
                    if (VipIndex.lists(secure ? instance.secureVipAddress() : instance.vipAddress(), vip)) {
                        listing.add(instance);
                    }
                });
                found.add(Application.listing(app, listing));
            });
        }
        return Applications.of(found);
    }

    /** Looks at every lease, in no order. For copies that must hold the times of renewal, which no view has. */
    public void forEachLease(Consumer<LeaseState> action) {
        leases.forEach(lease -> action.accept(state(lease)));
    }

    /** One lease, whatever its age; empty if unknown. For copies. */
    public Optional<LeaseState> lease(String app, String id) {
        return Optional.ofNullable(leases.find(app, id)).map(Registry::state);
    }

    /** Notes of every lease whether a sign of life came since a moment, which is a minute ago. */
    public void noteMinute(long since) {
        leases.forEach(lease -> lease.noteMinute(since));
    }

    /** Of each minute noted whether an instance was heard in it, the oldest first; 60 at most, and none if it is unknown. */
    public List<Boolean> heardInMinutes(String app, String id) {
        Lease lease = leases.find(app, id);
        return lease == null ? List.of() : lease.heardInMinutes();
    }

    private static LeaseState state(Lease lease) {
        return new LeaseState(lease.present(), lease.reported(), lease.override());
    }

    /**
     * Lists an instance as another server, or this one before its restart, knew it: the lease keeps its age. What the
     * registry knows already and no older stays, but for two cases. What it knows from a snapshot alone gives way to a peer's
     * copy of the same age. And an override that a snapshot tells of is put on the lease of a client that came back before
     * the snapshot could be read, as if it had come after.
     *
     * @param graceUntil the lease is not overdue before, epoch milliseconds; 0 for no grace
     * @return whether it was taken
     */
    public synchronized boolean restore(Origin origin, LeaseState state, long graceUntil) {
        InstanceInfo saved = state.instance();
        Lease old = leases.find(saved.app(), saved.instanceId());
        if (old != null && keepsAgainst(origin, old, saved)) {
            if (origin == Origin.PEER) {
                old.confirm();
            } else if (old.override() == null && state.override() != null) {
                InstanceStatus reported =
                        old.reported() == null ? old.instance().status() : old.reported();
                InstanceStatus status = EffectiveStatus.of(reported, state.override());
                applyOverride(origin, ChangeKind.STATUS_OVERRIDDEN, old, state.override(), status, NO_TIMESTAMP);
            }
            return false;
        }
        adopt(origin, state, graceUntil, old);
        return true;
    }

    /**
     * Lists another server's copy of an instance in place of ours, which is still the one that was found worse. The lease
     * keeps its age, or ours if that is younger.
     *
     * @param seen our copy when it was compared
     * @return whether it was taken
     */
    public synchronized boolean replace(Origin origin, LeaseState state, InstanceInfo seen) {
        Lease old = leases.find(seen.app(), seen.instanceId());
        if (old == null
                || old.instance().lastDirtyTimestamp() != seen.lastDirtyTimestamp()
                || old.instance().lastUpdatedTimestamp() != seen.lastUpdatedTimestamp()) {
            return false;
        }
        adopt(origin, state, 0, old);
        return true;
    }

    private void adopt(Origin origin, LeaseState state, long graceUntil, Lease old) {
        InstanceInfo saved = state.instance();
        long now = clock.millis();
        LeaseInfo lease = saved.leaseInfo();
        long registeredAt = lease.registrationTimestamp() > 0 ? Math.min(now, lease.registrationTimestamp()) : now;
        long renewedThere = lease.lastRenewalTimestamp() > 0 ? Math.min(now, lease.lastRenewalTimestamp()) : now;
        long renewedAt = old == null ? renewedThere : Math.max(renewedThere, old.lastRenewal());
        InstanceInfo restored = compact(saved.toBuilder()
                .leaseInfo(lease.begunAt(registeredAt).renewedAt(renewedAt))
                .actionType(ActionType.ADDED)
                .coordinatingDiscoveryServer(isSelf(saved))
                .build());
        long first = old == null ? registeredAt : old.firstRegisteredAt();
        Lease fresh = new Lease(
                restored,
                state.reported(),
                state.override(),
                registeredAt,
                first,
                renewedAt,
                graceUntil,
                origin == Origin.SNAPSHOT,
                expectedMicros(lease),
                doubledLeases);
        replaceLease(old, fresh, now);
        append(origin, new Change(ChangeKind.REGISTERED, restored));
        if (old != null) {
            vips.remove(old.instance());
        }
    }

    private static boolean keepsAgainst(Origin origin, Lease ours, InstanceInfo theirs) {
        long newer = ours.instance().lastDirtyTimestamp() - theirs.lastDirtyTimestamp();
        return origin == Origin.PEER && ours.restored() ? newer > 0 : newer >= 0;
    }

    /** The instances known from a snapshot alone: neither their clients nor a peer have spoken of them since the start. */
    public List<InstanceKey> unconfirmed() {
        List<InstanceKey> keys = new ArrayList<>();
        leases.forEach(lease -> {
            if (lease.restored()) {
                keys.add(lease.key());
            }
        });
        return keys;
    }

    LeaseTable leases() {
        return leases;
    }

    Losses losses() {
        return losses;
    }

    // What the client itself said. A copy that comes with an override in force does not tell it.
    private static InstanceStatus reportedBy(Origin origin, InstanceInfo incoming) {
        boolean overridden = incoming.overriddenStatus() != InstanceStatus.UNKNOWN
                && incoming.overriddenStatus() == incoming.status();
        return origin != Origin.CLIENT && overridden ? null : incoming.status();
    }

    private void list(
            Origin origin,
            ChangeKind kind,
            Lease old,
            InstanceInfo registrant,
            InstanceInfo incoming,
            InstanceStatus reported,
            InstanceStatus override) {
        long now = clock.millis();
        InstanceStatus status = EffectiveStatus.of(registrant.status(), override);
        long serviceUp = old == null ? 0 : old.instance().leaseInfo().serviceUpTimestamp();
        if (serviceUp == 0 && status == InstanceStatus.UP) {
            serviceUp = now;
        }
        LeaseInfo terms = incoming.leaseInfo();
        // What the registry holds already has its terms filled in; only what a client sends shows whether it stated
        // any.
        boolean held = old != null && registrant != incoming || kind == ChangeKind.METADATA_CHANGED;
        long owed = held ? old.expectedMicros() : expectedMicros(terms);
        InstanceInfo listed = compact(registrant.toBuilder()
                .status(status)
                .overriddenStatus(override == null ? InstanceStatus.UNKNOWN : override)
                .leaseInfo(registrant
                        .leaseInfo()
                        .lasting(terms.durationInSecs())
                        .begunAt(now)
                        .upSince(serviceUp))
                .coordinatingDiscoveryServer(isSelf(registrant))
                .lastUpdatedTimestamp(now)
                .actionType(ActionType.ADDED)
                .build());
        long first = old == null ? now : old.firstRegisteredAt();
        replaceLease(old, new Lease(listed, reported, override, now, first, now, 0, false, owed, doubledLeases), now);
        append(origin, new Change(kind, listed, incoming));
        if (old != null) {
            vips.remove(old.instance());
        }
    }

    private long expectedMicros(LeaseInfo terms) {
        return 60_000_000L / (terms.isUnstated() ? unstatedIntervalInSecs : terms.renewalIntervalInSecs());
    }

    private void replaceLease(Lease old, Lease fresh, long now) {
        if (old == null) {
            losses.registered(fresh.key(), now);
        } else {
            fresh.remember(old);
        }
        vips.add(fresh.instance());
        leases.put(fresh);
    }

    private void applyOverride(
            Origin origin,
            ChangeKind kind,
            Lease lease,
            InstanceStatus override,
            InstanceStatus status,
            long dirtyTimestamp) {
        long now = clock.millis();
        InstanceInfo before = lease.present();
        InstanceInfoBuilder changed = before.toBuilder()
                .status(status)
                .overriddenStatus(override == null ? InstanceStatus.UNKNOWN : override)
                .lastDirtyTimestamp(Math.max(before.lastDirtyTimestamp(), dirtyTimestamp))
                .lastUpdatedTimestamp(now)
                .actionType(ActionType.MODIFIED);
        if (status == InstanceStatus.UP && before.leaseInfo().serviceUpTimestamp() == 0) {
            changed.leaseInfo(before.leaseInfo().upSince(now));
        }
        InstanceInfo after = changed.build();
        lease.overriddenBy(override, after);
        append(origin, new Change(kind, after));
    }

    private synchronized void takeOverOverride(String app, String id, InstanceStatus overridden) {
        Lease lease = leases.find(app, id);
        if (lease != null && lease.override() != overridden) {
            InstanceStatus status = EffectiveStatus.of(lease.instance().status(), overridden);
            applyOverride(Origin.PEER, ChangeKind.STATUS_OVERRIDDEN, lease, overridden, status, NO_TIMESTAMP);
        }
    }

    private void unlist(Origin origin, ChangeKind kind, InstanceInfo last) {
        long now = clock.millis();
        InstanceInfo gone = last.toBuilder()
                .leaseInfo(last.leaseInfo().endedAt(now))
                .lastUpdatedTimestamp(now)
                .actionType(ActionType.DELETED)
                .build();
        leases.remove(last.key());
        append(origin, new Change(kind, gone));
        vips.remove(last);
    }

    private void append(Origin origin, Change change) {
        LogEntry entry = log.append(origin, change);
        Applications now = change.kind().removes()
                ? view.applications().without(change.key())
                : view.applications().with(change.instance());
        view = new RegistryView(entry.revision(), now);
    }

    // Instances of one application say much the same; each keeping a copy of its own would double the memory.
    private InstanceInfo compact(InstanceInfo instance) {
        Lease sibling = leases.sibling(instance.app());
        return sibling == null ? instance : instance.sharing(sibling.instance());
    }

    private boolean isSelf(InstanceInfo instance) {
        InstanceKey own = self;
        return own != null
                && own.id().equals(instance.instanceId())
                && own.app().equals(instance.app());
    }

    private boolean hidden(Lease lease) {
        return lease.overdueFor(clock.millis()) > 0
                && selfPreservation.recent().verdict().expiryAllowed();
    }

    private Optional<InstanceInfo> shown(Lease lease) {
        return lease == null || hidden(lease) ? Optional.empty() : Optional.of(lease.present());
    }
}
