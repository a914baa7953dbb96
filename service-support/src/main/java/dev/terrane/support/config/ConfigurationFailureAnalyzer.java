package dev.terrane.support.config;

import dev.terrane.rpc.error.TerraneException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a refusal that stops the start as what it says, with its fix, instead of a stack trace. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<TerraneException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, TerraneException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.code().spec().fix(), cause);
    }
}
