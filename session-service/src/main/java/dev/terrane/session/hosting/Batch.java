package dev.terrane.session.hosting;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.Generation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Commands of one request on their way through a session. Owned by the session's actor. */
final class Batch {
    final Generation generation;
    final List<Command> commands;
    final CompletableFuture<List<CommandAnswer>> done = new CompletableFuture<>();

    /** Where the session stood when the store was left to answer. */
    record Seen(long revision, long stepIndex) {}

    /** One per command judged so far; null where the session answered. */
    final List<@Nullable Seen> seen = new ArrayList<>();

    /** One per command judged so far; null where the store has to answer. */
    final List<@Nullable CommandAnswer> answers = new ArrayList<>();

    Batch(Generation generation, List<Command> commands) {
        this.generation = generation;
        this.commands = List.copyOf(commands);
    }

    boolean isJudged() {
        return answers.size() == commands.size();
    }
}
