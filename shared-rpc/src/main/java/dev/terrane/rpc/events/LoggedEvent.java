package dev.terrane.rpc.events;

import java.util.Set;

/**
 * One event of a log.
 *
 * @param <T> immutable value of the contract
 * @param sequence its number
 * @param topics the topics it belongs to; subscribers of the empty topic get every event
 * @param value what happened
 */
public record LoggedEvent<T>(long sequence, Set<String> topics, T value) {
    public LoggedEvent {
        topics = Set.copyOf(topics);
    }

    boolean isOf(String topic) {
        return topic.isEmpty() || topics.contains(topic);
    }
}
