package dev.buoy.actuator;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code beans}: what the server is made of. Which bean needs which is settled at build time and not known any more. */
@Singleton
final class BeansEndpoint implements Endpoint {
    private final BeanManager manager;

    BeansEndpoint(BeanManager manager) {
        this.manager = manager;
    }

    @Override
    public String id() {
        return "beans";
    }

    @Override
    public Result get(Question question) {
        Map<String, Object> beans = new TreeMap<>();
        for (Bean<?> bean : manager.getBeans(Object.class, Any.Literal.INSTANCE)) {
            String type = bean.getBeanClass().getName();
            String name = bean.getName() == null ? type : bean.getName();
            Map<String, Object> described = new LinkedHashMap<>();
            described.put("aliases", java.util.List.of());
            described.put("scope", bean.getScope().getSimpleName().toLowerCase(Locale.ROOT));
            described.put("type", type);
            for (int i = 2; beans.containsKey(name); i++) {
                name = type + "#" + i;
            }
            beans.put(name, described);
        }
        return Result.of(Map.of("contexts", Map.of("buoy", Map.of("beans", beans))));
    }
}
