package dev.terrane.schema.bootstrap;

import dev.terrane.core.schema.SchemaResult;
import dev.terrane.schema.bootstrap.BootstrapFolder.Document;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.plan.Finding;
import dev.terrane.schema.registry.plan.Held;
import dev.terrane.schema.registry.plan.PublishPlan;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishRequest.Confirmation;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Publishes the documents of the bootstrap folder before the service takes requests, all or none. A
 * document that some version of its name holds already, also a retired one, is left alone: a
 * restart takes back nothing that was published or retired since. What must be confirmed elsewhere
 * counts as confirmed by whoever put the document there, and is logged.
 */
@Component
@EnableConfigurationProperties(BootstrapProperties.class)
final class SchemaBootstrap implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaBootstrap.class);

    /** Who publishes, in the versions' records. */
    private static final String SUBJECT = "bootstrap";

    private final BootstrapProperties properties;
    private final SchemaRegistry registry;
    private final Publisher publisher;

    SchemaBootstrap(BootstrapProperties properties, SchemaRegistry registry, Publisher publisher) {
        this.properties = properties;
        this.registry = registry;
        this.publisher = publisher;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Path folder = properties.bootstrap();
        if (folder == null) {
            return;
        }
        List<Document> unknown = new ArrayList<>();
        for (Document document : BootstrapFolder.read(folder)) {
            Optional<SchemaId> known = known(document);
            if (known.isPresent()) {
                LOG.info("{} has the content of the bootstrap folder already", known.get());
            } else {
                unknown.add(document);
            }
        }
        for (int first = 0; first < unknown.size(); first += PublishRequest.DOCUMENTS_MAX) {
            int last = Math.min(unknown.size(), first + PublishRequest.DOCUMENTS_MAX);
            publish(unknown.subList(first, last));
        }
    }

    /** The version that holds the document, if it is valid and one does. */
    private Optional<SchemaId> known(Document document) {
        return switch (registry.read(document.bytes())) {
            case SchemaResult.Rejected _ -> Optional.empty();
            case SchemaResult.Ok(var valid) ->
                    registry.findVersion(document.name(), SchemaContent.of(valid).contentHash());
        };
    }

    private void publish(List<Document> documents) {
        PublishRequest request =
                new PublishRequest(
                        documents.stream()
                                .map(
                                        document ->
                                                new PublishRequest.Document(
                                                        document.name(),
                                                        document.bytes(),
                                                        OptionalInt.empty()))
                                .toList(),
                        new Confirmation.Everything(),
                        Optional.empty(),
                        SUBJECT);
        switch (publisher.publish(request)) {
            case PublishResult.Published(var items, _) -> items.forEach(SchemaBootstrap::log);
            case PublishResult.Invalid(var invalid) -> {
                PublishResult.Invalidity first = invalid.getFirst();
                throw BootstrapFolder.find(documents, first.name()).refusal(first.problems());
            }
            case PublishResult.Refused(var plans, _) -> throw refusal(documents, plans);
            case PublishResult.Planned _,
                    PublishResult.Conflict _,
                    PublishResult.Unconfirmed _,
                    PublishResult.Stale _ ->
                    throw new IllegalStateException("nothing was expected or left to confirm");
        }
    }

    private static RuntimeException refusal(List<Document> documents, List<PublishPlan> plans) {
        PublishPlan plan =
                plans.stream().filter(each -> !each.isAccepted()).findFirst().orElseThrow();
        List<String> reasons = new ArrayList<>();
        for (Finding finding : plan.forbidden()) {
            reasons.add(finding.message() + ". " + finding.change().rule().fix());
        }
        for (Held held : plan.held()) {
            reasons.add(
                    held.member().key() + " is retired, but " + held.holders().size() + " hold it");
        }
        return BootstrapFolder.find(documents, plan.name()).incompatible(reasons);
    }

    private static void log(PublishResult.Item item) {
        LOG.info("published {} from the bootstrap folder", item.schema().id());
        for (Finding finding : item.plan().confirmations()) {
            LOG.warn("{} widens who sees what: {}", item.schema().id(), finding.message());
        }
    }
}
