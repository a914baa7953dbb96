package dev.terrane.schema.hints;

import dev.terrane.core.schema.HintViolation;
import dev.terrane.schema.drafts.DraftCheck;
import dev.terrane.schema.registry.DocumentProblem;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts hints together, and before drafts. */
@Configuration(proxyBeanMethods = false)
class HintsConfiguration {
    @Bean
    Hints hints(HintsStore store, ObjectProvider<InstantSource> clock) {
        return new Hints(store, clock.getIfUnique(InstantSource::system));
    }

    @Bean
    DraftCheck hintsCheck(Hints hints) {
        return (schema, document) ->
                hints.check(schema, document).stream().map(HintsConfiguration::problem).toList();
    }

    private static DocumentProblem problem(HintViolation violation) {
        return DocumentProblem.of(violation.rule().id(), violation.pointer(), violation.message());
    }
}
