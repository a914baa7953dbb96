package dev.terrane.cli.demo;

import dev.terrane.sdk.EntityView;
import dev.terrane.sdk.StageClient;
import dev.terrane.sdk.StageView;
import java.time.Duration;
import java.util.Optional;

/**
 * One client of the demo.
 *
 * @param name who plays
 * @param roles roles of its token, for the story
 * @param client its connection
 * @param watcher what it was told
 */
record Cast(String name, String roles, StageClient client, Watcher watcher) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Its own entity, once it has come. */
    Optional<EntityView> awaitOwn() throws InterruptedException {
        return client.await(view -> ownIn(view).isPresent(), PATIENCE).flatMap(this::ownIn);
    }

    /** Its own entity as it sees it now. */
    EntityView own() {
        return ownIn(client.view())
                .orElseThrow(() -> new IllegalStateException(name + " sees no entity of its own"));
    }

    private Optional<EntityView> ownIn(StageView view) {
        return client.entry().ownEntities().stream()
                .findFirst()
                .flatMap(networkId -> view.findByNetworkId(networkId));
    }
}
