package dev.buoy.actuator;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * {@code mappings}: which paths have handlers, on the clients' port and on this one. A route that stands for many paths names them,
 * with the methods of each, in its metadata.
 */
@Singleton
final class MappingsEndpoint implements Endpoint {
    private static final String RESOURCES = "resources";

    private final BeanManager beans;
    private volatile Router clients;
    private volatile Router management;

    MappingsEndpoint(BeanManager beans) {
        this.beans = beans;
    }

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
        List<Object> forClients = describe(clients);
        forClients.addAll(resourceMethods());
        servers.put("clients", forClients);
        servers.put("management", describe(management));
        return Result.of(Map.of("contexts", Map.of("buoy", Map.of("mappings", Map.of("dispatcherServlets", servers)))));
    }

    private static List<Object> describe(Router router) {
        List<Object> mappings = new ArrayList<>();
        for (Route route : router == null ? List.<Route>of() : router.getRoutes()) {
            Map<?, ?> resources = route.getMetadata(RESOURCES);
            if (resources != null) {
                resources.forEach((path, methods) -> mappings.add(mapping(
                        route.getName(),
                        String.valueOf(path),
                        List.of(String.valueOf(methods).split(", ")))));
                continue;
            }
            String path = route.getPath() == null ? "/" : route.getPath();
            String pattern = route.isExactPath() ? path : path + "*";
            mappings.add(mapping(route.getName(), pattern, methods(route)));
        }
        return mappings;
    }

    private List<Object> resourceMethods() {
        List<Object> mappings = new ArrayList<>();
        for (Bean<?> bean : beans.getBeans(Object.class, Any.Literal.INSTANCE)) {
            Path root = bean.getBeanClass().getAnnotation(Path.class);
            if (root == null) {
                continue;
            }
            for (Method method : bean.getBeanClass().getDeclaredMethods()) {
                for (Annotation annotation : method.getAnnotations()) {
                    HttpMethod verb = annotation.annotationType().getAnnotation(HttpMethod.class);
                    if (verb != null) {
                        Path path = method.getAnnotation(Path.class);
                        String pattern = path == null ? root.value() : root.value() + "/" + path.value();
                        String handler = bean.getBeanClass().getName() + "#" + method.getName();
                        mappings.add(mapping(handler, pattern.replaceAll("/+", "/"), List.of(verb.value())));
                    }
                }
            }
        }
        return mappings;
    }

    private static Collection<String> methods(Route route) {
        TreeSet<String> methods = new TreeSet<>();
        if (route.methods() != null) {
            route.methods().stream().map(method -> method.name()).forEach(methods::add);
        }
        return methods;
    }

    private static Map<String, Object> mapping(String handler, String pattern, Collection<String> methods) {
        Map<String, Object> conditions = new LinkedHashMap<>();
        conditions.put("methods", methods);
        conditions.put("patterns", List.of(pattern));
        Map<String, Object> mapping = new LinkedHashMap<>();
        mapping.put("handler", handler == null ? pattern : handler);
        mapping.put("predicate", "{" + String.join(" || ", methods) + " [" + pattern + "]}");
        mapping.put("details", Map.of("requestMappingConditions", conditions));
        return mapping;
    }
}
