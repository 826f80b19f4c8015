package dev.buoy.helm;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Fields of a Kubernetes object that its kind does not have. The reader keeps them aside instead of failing. */
final class UnknownFields {
    private final List<String> found = new ArrayList<>();

    private UnknownFields() {}

    static List<String> of(Object root) {
        var fields = new UnknownFields();
        fields.walk(root.getClass().getSimpleName(), root);
        return fields.found;
    }

    private void walk(String path, Object value) {
        if (value instanceof Collection<?> elements) {
            int i = 0;
            for (var element : elements) {
                walk(path + "[" + i++ + "]", element);
            }
        } else if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> walk(path + "." + key, entry));
        } else if (value != null && value.getClass().getPackageName().startsWith("io.fabric8")) {
            for (var getter : value.getClass().getMethods()) {
                if (getter.getName().startsWith("get") && getter.getParameterCount() == 0) {
                    walkInto(path, value, getter);
                }
            }
        }
    }

    private void walkInto(String path, Object owner, Method getter) {
        try {
            var value = getter.invoke(owner);
            if (getter.getName().equals("getAdditionalProperties")) {
                ((Map<?, ?>) value).keySet().forEach(name -> found.add(path + "." + name));
            } else if (!getter.getDeclaringClass().isEnum() && !getter.getName().equals("getDeclaringClass")) {
                walk(path + "." + getter.getName().substring(3), value);
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(path, e);
        }
    }
}
