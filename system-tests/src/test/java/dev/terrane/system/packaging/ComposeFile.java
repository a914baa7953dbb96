package dev.terrane.system.packaging;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A compose file, read with anchors and merge keys resolved. */
record ComposeFile(Map<String, Object> document) {

    static ComposeFile ofRepository() {
        return parse(Repository.read("docker-compose.yml"));
    }

    static ComposeFile parse(String yaml) {
        return new ComposeFile(Repository.yaml().load(yaml));
    }

    /** What the compose specification's schema says against it. */
    List<String> violations() {
        try (InputStream file =
                ComposeFile.class.getResourceAsStream("/packaging/compose-spec.json")) {
            ObjectNode schema = (ObjectNode) JsonMapper.shared().readTree(file);
            // Written with https and without the fragment there, which names no dialect.
            schema.put("$schema", "http://json-schema.org/draft-07/schema#");
            schema.remove("$id");
            JsonNode instance = JsonMapper.shared().valueToTree(document);
            return SchemaRegistry.withDefaultDialect(Dialects.getDraft7())
                    .getSchema(schema)
                    .validate(instance)
                    .stream()
                    .map(Error::toString)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Service service(String name) {
        return new Service(map(map(document.get("services")).get(name)));
    }

    List<String> serviceNames() {
        return List.copyOf(map(document.get("services")).keySet());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** One service's section. */
    record Service(Map<String, Object> section) {

        List<String> command() {
            return strings("command");
        }

        List<String> volumes() {
            return strings("volumes");
        }

        Map<String, String> environment() {
            Map<String, String> environment = new LinkedHashMap<>();
            map(section.get("environment"))
                    .forEach((name, value) -> environment.put(name, value.toString()));
            return environment;
        }

        /** The health check's command, without the leading CMD. */
        List<String> healthCheck() {
            List<?> test = (List<?>) map(section.get("healthcheck")).get("test");
            return test.stream().skip(1).map(Object::toString).toList();
        }

        private List<String> strings(String key) {
            return ((List<?>) section.get(key)).stream().map(Object::toString).toList();
        }
    }
}
