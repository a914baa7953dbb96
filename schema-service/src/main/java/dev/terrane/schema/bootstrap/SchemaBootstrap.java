package dev.terrane.schema.bootstrap;

import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.schema.bootstrap.BootstrapFolder.Document;
import dev.terrane.schema.registry.PublishResult;
import dev.terrane.schema.registry.SchemaRegistry;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Publishes the documents of the bootstrap folder before the service takes requests. All are
 * checked before the first is published; a document that some version of its name holds already is
 * left alone.
 */
@Component
@EnableConfigurationProperties(BootstrapProperties.class)
final class SchemaBootstrap implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaBootstrap.class);

    /** Who publishes, in the versions' records. */
    private static final String SUBJECT = "bootstrap";

    private final BootstrapProperties properties;
    private final SchemaRegistry registry;

    SchemaBootstrap(BootstrapProperties properties, SchemaRegistry registry) {
        this.properties = properties;
        this.registry = registry;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Path folder = properties.bootstrap();
        if (folder == null) {
            return;
        }
        List<Document> documents = BootstrapFolder.read(folder);
        for (Document document : documents) {
            List<SchemaProblem> problems = registry.check(document.bytes());
            if (!problems.isEmpty()) {
                throw document.refusal(problems);
            }
        }
        documents.forEach(this::publish);
    }

    private void publish(Document document) {
        switch (registry.publishOnce(document.name(), document.bytes(), SUBJECT)) {
            case PublishResult.Created(var schema) ->
                    LOG.info("published {} from the bootstrap folder", schema.id());
            case PublishResult.Unchanged(var schema) ->
                    LOG.info("{} has the content of the bootstrap folder already", schema.id());
            case PublishResult.Invalid(var problems) -> throw document.refusal(problems);
            case PublishResult.Conflict conflict ->
                    throw new IllegalStateException("conflict without expectation: " + conflict);
        }
    }
}
