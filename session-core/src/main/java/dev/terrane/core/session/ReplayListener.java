package dev.terrane.core.session;

/** Receives what every command of a replay answers, rejected ones included, in order. */
@FunctionalInterface
public interface ReplayListener {
    /** Listens to nothing. */
    ReplayListener NONE = answer -> {};

    /** One answer. */
    void onAnswer(Submission.Answered answer);
}
