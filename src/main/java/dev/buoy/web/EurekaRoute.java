package dev.buoy.web;

import dev.buoy.cache.FetchQuery;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where requests below {@code /eureka} come in, and which resource each of them is for (contract §1.3). */
@Singleton
final class EurekaRoute {
    // Before Quarkus looks for an identity: who may do what is decided here, on the path as it is understood here.
    private static final int ORDER = -250;

    /** Under which metadata of its route a server's paths are found, each with the methods it has. */
    private static final String RESOURCES = "resources";

    private final Gate gate;
    private final RequestCounts counts;
    private final ClientNames clients;
    private final ApplicationsResource applications;
    private final DeltaResource delta;
    private final ApplicationResource application;
    private final InstanceResource instance;
    private final StatusOverrideResource statusOverride;
    private final MetadataResource metadata;
    private final InstancesResource instances;
    private final VipResource vips;
    private final VipResource secureVips;
    private final Drain drain;
    private final PeerReplicationResource peerReplication;
    private final PeerDigestResource peerDigest;
    private final PeerLeasesResource peerLeases;
    private final AsgResource asg;
    private final StatusResource status;
    private final OverridesResource overrides;
    private final HealthResource health;
    private final Resource nothing = new NoResource();

    EurekaRoute(
            Gate gate,
            RequestCounts counts,
            ClientNames clients,
            ApplicationsResource applications,
            DeltaResource delta,
            ApplicationResource application,
            InstanceResource instance,
            StatusOverrideResource statusOverride,
            MetadataResource metadata,
            InstancesResource instances,
            Fetches fetches,
            Drain drain,
            PeerReplicationResource peerReplication,
            PeerDigestResource peerDigest,
            PeerLeasesResource peerLeases,
            AsgResource asg,
            StatusResource status,
            OverridesResource overrides,
            HealthResource health) {
        this.gate = gate;
        this.counts = counts;
        this.clients = clients;
        this.applications = applications;
        this.delta = delta;
        this.application = application;
        this.instance = instance;
        this.statusOverride = statusOverride;
        this.metadata = metadata;
        this.instances = instances;
        this.vips = new VipResource(FetchQuery::vip, fetches);
        this.secureVips = new VipResource(FetchQuery::secureVip, fetches);
        this.drain = drain;
        this.peerReplication = peerReplication;
        this.peerDigest = peerDigest;
        this.peerLeases = peerLeases;
        this.asg = asg;
        this.status = status;
        this.overrides = overrides;
        this.health = health;
    }

    void register(@Observes Router router, ContextPath context) {
        router.route()
                .setName("Eureka's API")
                .putMetadata(RESOURCES, resources(context.prefix() + "/eureka/"))
                .order(ORDER)
                .handler(this::handle)
                .failureHandler(EurekaRoute::refuse);
    }

    void register(@Observes ManagementInterface management) {
        management.router().route().order(Integer.MIN_VALUE).handler(context -> {
            HeaderTimeout.headIsComplete(context.request());
            context.next();
        });
    }

    /** What Vert.x refuses before it comes here, such as a request without {@code Host}, is the client's fault: no log. */
    private static void refuse(RoutingContext context) {
        if (context.statusCode() == 400 && context.failure() instanceof VertxException) {
            context.response().setStatusCode(400).end();
        } else {
            context.next();
        }
    }

    private void handle(RoutingContext context) {
        HttpServerRequest request = context.request();
        HeaderTimeout.headIsComplete(request);
        String path = request.path();
        int afterBase = path == null ? -1 : RequestPath.endOfBase(path);
        if (afterBase < 0) {
            context.next();
            return;
        }
        if (request.response().writeQueueFull()) {
            // Its client sends requests and reads no answers. Nothing of this connection is worked on until it does.
            request.response().drainHandler(drained -> {
                request.response().drainHandler(null);
                answer(context, path, afterBase);
            });
        } else {
            answer(context, path, afterBase);
        }
    }

    // Of two codings one server would go by the first and another by the last, and each see another end of the body.
    private static boolean isAmbiguous(HttpServerRequest request) {
        String coding = request.headers().get(HttpHeaders.TRANSFER_ENCODING);
        return coding != null
                && (!coding.equalsIgnoreCase("chunked")
                        || request.headers()
                                        .getAll(HttpHeaders.TRANSFER_ENCODING)
                                        .size()
                                > 1);
    }

    private void answer(RoutingContext context, String path, int afterBase) {
        HttpServerRequest request = context.request();
        if (isAmbiguous(request)) {
            request.connection().close();
            return;
        }
        clients.count(request.headers());
        if (drain.hasBegun()) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        Exchange exchange = new Exchange(request, RequestPath.parse(path, afterBase), counts);
        try {
            gate.pass(context, exchange, resource(exchange.path()));
        } catch (RuntimeException e) {
            exchange.fail(e);
        }
    }

    /** All that {@link #resource} knows, for those who ask what there is; a test holds the two together. */
    private Map<String, String> resources(String base) {
        Map<String, Resource> known = new LinkedHashMap<>();
        known.put("apps", applications);
        known.put("apps/delta", delta);
        known.put("apps/{app}", application);
        known.put("apps/{app}/{id}", instance);
        known.put("apps/{app}/{id}/status", statusOverride);
        known.put("apps/{app}/{id}/metadata", metadata);
        known.put("instances/{id}", instances);
        known.put("vips/{vip}", vips);
        known.put("svips/{vip}", secureVips);
        known.put("asg/{name}/status", asg);
        known.put("status", status);
        known.put("healthcheck", health);
        known.put("serverinfo/statusoverrides", overrides);
        known.put("peerreplication/batch", peerReplication);
        known.put("peerreplication/digest", peerDigest);
        known.put("peerreplication/leases", peerLeases);
        Map<String, String> methods = new LinkedHashMap<>();
        known.forEach((path, resource) -> methods.put(base + path, resource.allow()));
        return methods;
    }

    private Resource resource(RequestPath path) {
        return switch (path.size()) {
            case 1 ->
                switch (path.first()) {
                    case "apps" -> applications;
                    case "status" -> status;
                    case "healthcheck" -> health;
                    default -> nothing;
                };
            case 2 ->
                switch (path.first()) {
                    case "apps" -> path.second().equals("delta") ? delta : application;
                    case "instances" -> instances;
                    case "vips" -> vips;
                    case "svips" -> secureVips;
                    case "peerreplication" -> ofPeers(path.second());
                    case "serverinfo" -> path.second().equals("statusoverrides") ? overrides : nothing;
                    default -> nothing;
                };
            case 3 ->
                switch (path.first()) {
                    case "apps" -> instance;
                    case "asg" -> path.third().equals("status") ? asg : nothing;
                    default -> nothing;
                };
            case 4 -> path.first().equals("apps") ? ofInstance(path.fourth()) : nothing;
            default -> nothing;
        };
    }

    private Resource ofPeers(String what) {
        return switch (what) {
            case "batch" -> peerReplication;
            case "digest" -> peerDigest;
            case "leases" -> peerLeases;
            default -> nothing;
        };
    }

    private Resource ofInstance(String what) {
        return switch (what) {
            case "status" -> statusOverride;
            case "metadata" -> metadata;
            default -> nothing;
        };
    }
}
