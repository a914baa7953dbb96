package dev.terrane.system.packaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads manifests into the Kubernetes model and refuses every field that the model does not have.
 */
final class KubernetesBase {
    private static final Map<String, Class<? extends HasMetadata>> KINDS =
            Map.of(
                    "v1/Service", Service.class,
                    "v1/ConfigMap", ConfigMap.class,
                    "apps/v1/StatefulSet", StatefulSet.class);
    private static final ObjectMapper STRICT = strict();

    private KubernetesBase() {}

    /** The objects of one file. */
    static List<HasMetadata> parse(String yaml) {
        List<HasMetadata> objects = new ArrayList<>();
        for (Object document : Repository.yaml().loadAll(yaml)) {
            Map<?, ?> map = (Map<?, ?>) document;
            String kind = map.get("apiVersion") + "/" + map.get("kind");
            Class<? extends HasMetadata> type = KINDS.get(kind);
            if (type == null) {
                throw new IllegalArgumentException("no such kind here: " + kind);
            }
            try {
                objects.add(STRICT.treeToValue(STRICT.valueToTree(map), type));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(kind + ": " + e.getOriginalMessage(), e);
            }
        }
        return objects;
    }

    /** The model keeps unknown fields in a bag; without the bag they are an error. */
    private static ObjectMapper strict() {
        return new ObjectMapper()
                .setAnnotationIntrospector(
                        new JacksonAnnotationIntrospector() {
                            private static final long serialVersionUID = 1;

                            @Override
                            public Boolean hasAnySetter(
                                    com.fasterxml.jackson.databind.introspect.Annotated member) {
                                return member instanceof AnnotatedMember
                                        ? Boolean.FALSE
                                        : super.hasAnySetter(member);
                            }
                        })
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }
}
