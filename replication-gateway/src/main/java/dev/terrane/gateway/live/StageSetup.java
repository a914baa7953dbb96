package dev.terrane.gateway.live;

import dev.terrane.core.entity.stream.StreamLimits;
import java.time.InstantSource;
import java.util.function.LongUnaryOperator;

/**
 * What a live stage is opened with.
 *
 * @param facts what does not change
 * @param spec what it is made from, checked
 * @param schema its schema
 * @param places where joining peers are put
 * @param networkIds gives an entity's network id by its guid
 * @param streams bounds of what is shown of an entity
 * @param codec encodes state
 * @param debtLimits bounds of peers' debt
 * @param io the world outside
 * @param actor the stage's thread
 * @param clock for the expiry of tokens
 * @param metrics what is told about running
 */
public record StageSetup(
        StageFacts facts,
        StageSpec spec,
        StageSchema schema,
        SpawnPlaces places,
        LongUnaryOperator networkIds,
        StreamLimits streams,
        BodyCodec codec,
        PeerChannel.Limits debtLimits,
        StageIo io,
        Actor actor,
        InstantSource clock,
        StageMetrics metrics) {}
