package dev.buoy.actuator;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** {@code mappings}: which paths have handlers, on the clients' port and on this one. */
@Singleton
final class MappingsEndpoint implements Endpoint {
    private volatile Router clients;
    private volatile Router management;

    void clients(@Observes Router router) {
        clients = router;
    }

    void management(@Observes ManagementInterface ports) {
        management = ports.router();
    }

    @Override
    public String id() {
        return "mappings";
    }

    @Override
    public Result get(Question question) {
        Map<String, Object> servers = new LinkedHashMap<>();
        servers.put("clients", describe(clients));
        servers.put("management", describe(management));
        return Result.of(Map.of("contexts", Map.of("buoy", Map.of("mappings", Map.of("dispatcherServlets", servers)))));
    }

    private static List<Object> describe(Router router) {
        List<Object> routes = new ArrayList<>();
        for (Route route : router == null ? List.<Route>of() : router.getRoutes()) {
            String path = route.getPath() == null ? "/" : route.getPath();
            TreeSet<String> methods = new TreeSet<>();
            if (route.methods() != null) {
                route.methods().stream().map(HttpMethod::name).forEach(methods::add);
            }
            String pattern = route.isExactPath() ? path : path + "*";
            Map<String, Object> conditions = new LinkedHashMap<>();
            conditions.put("methods", methods);
            conditions.put("patterns", List.of(pattern));
            Map<String, Object> mapping = new LinkedHashMap<>();
            mapping.put("handler", route.getName() == null ? pattern : route.getName());
            mapping.put("predicate", "{" + String.join(" || ", methods) + " [" + pattern + "]}");
            mapping.put("details", Map.of("requestMappingConditions", conditions));
            routes.add(mapping);
        }
        return routes;
    }
}
