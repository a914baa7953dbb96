package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.EncodedBody;
import java.util.function.Consumer;

/** Event streams of other services. */
interface EventSource {
    /**
     * Follows a stream from now on, over lost connections, until the result is run.
     *
     * @param onEvent takes each payload, in order, on any one thread at a time
     * @param onReset events were missed; what they told must be read again
     */
    Runnable follow(Subscription subscription, Consumer<byte[]> onEvent, Runnable onReset);

    /**
     * What to follow.
     *
     * @param service short name of the service
     * @param contract subprotocol
     * @param topic topic within the contract; empty for everything
     * @param options encoded options of the contract
     */
    record Subscription(String service, String contract, String topic, EncodedBody options) {}
}
