package dev.terrane.sdk;

import com.google.protobuf.ByteString;

/** The one answer to an action. */
public sealed interface ActionAnswer {
    /**
     * It was done.
     *
     * @param actionId the action
     * @param result its result
     */
    record Done(String actionId, ByteString result) implements ActionAnswer {}

    /**
     * It was refused.
     *
     * @param actionId the action
     * @param problem why
     */
    record Refused(String actionId, Problem problem) implements ActionAnswer {}
}
