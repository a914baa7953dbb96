package dev.terrane.session.web;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A contact fact; metres and metres per second.
 *
 * @param factId its identity
 * @param episodeId identity of its contact; begin, hits and end share it
 * @param kind begin, hit or end
 * @param stepIndex its step; the last completed one for facts of a mutation
 * @param bodyA the body whose id sorts first
 * @param bodyAIncarnation lifetime number of that id
 * @param bodyB the other body
 * @param bodyBIncarnation lifetime number of that id
 * @param relativeSpeed along the normal, negative when approaching; absent in an end
 * @param penetration absent in an end
 */
record FactDocument(
        String factId,
        String episodeId,
        @Schema(example = "begin") String kind,
        @Schema(example = "12") long stepIndex,
        @Schema(example = "a") String bodyA,
        @Schema(example = "1") long bodyAIncarnation,
        @Schema(example = "b") String bodyB,
        @Schema(example = "2") long bodyBIncarnation,
        @Schema(example = "-1.5") @Nullable Double relativeSpeed,
        @Schema(example = "0.01") @Nullable Double penetration) {
    static FactDocument of(Generation generation, ContactFact fact) {
        ContactFact.Pair pair = fact.pair();
        ContactFact.Detail detail = fact.detail();
        return new FactDocument(
                fact.factId(generation),
                fact.contactId(generation),
                fact.kind().wireName(),
                fact.stepIndex(),
                pair.a().value(),
                pair.incarnationA(),
                pair.b().value(),
                pair.incarnationB(),
                detail == null ? null : detail.relativeSpeed(),
                detail == null ? null : detail.penetration());
    }
}
