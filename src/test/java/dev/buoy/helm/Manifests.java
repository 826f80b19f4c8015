package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rendered objects, read as strictly as a cluster does: a field that Kubernetes does not know fails the test. */
final class Manifests {
    private static final KubernetesSerialization READER = new KubernetesSerialization();

    private final List<HasMetadata> objects;

    Manifests(String yaml) {
        objects = Stream.of(yaml.split("(?m)^---$"))
                .filter(document -> document.lines().anyMatch(line -> !line.isBlank() && !line.startsWith("#")))
                .map(Manifests::read)
                .toList();
    }

    private static HasMetadata read(String document) {
        HasMetadata object = READER.unmarshal(document);
        assertThat(UnknownFields.of(object)).as(document).isEmpty();
        return object;
    }

    List<HasMetadata> all() {
        return objects;
    }

    <T extends HasMetadata> List<T> all(Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <T extends HasMetadata> T the(Class<T> kind) {
        return find(kind).orElseThrow(() -> new AssertionError("no " + kind.getSimpleName()));
    }

    <T extends HasMetadata> Optional<T> find(Class<T> kind) {
        var found = all(kind);
        assertThat(found).hasSizeLessThan(2);
        return found.stream().findFirst();
    }

    <T extends HasMetadata> T named(Class<T> kind, String name) {
        return all(kind).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " " + name));
    }
}
