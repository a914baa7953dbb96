package dev.terrane.support.telemetry;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Tells of something that is tried again and again: once when it begins to fail, as a warning, and
 * once when it is well again; what fails in between is for who looks for details. For all threads.
 */
public final class OutageLog {
    private final Logger log;
    private final String what;
    private final AtomicBoolean failing = new AtomicBoolean();

    /**
     * Nothing has failed yet.
     *
     * @param what the thing, with its name, as the beginning of a sentence
     */
    public OutageLog(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    /** It failed, again if it did before. */
    public void failed(String why) {
        if (failing.compareAndSet(false, true)) {
            log.warn("{} is out of reach, and tried again until it is not: {}", what, why);
        } else {
            log.debug("{} is still out of reach: {}", what, why);
        }
    }

    /** It is well; told if it was not. */
    public void good() {
        if (failing.compareAndSet(true, false)) {
            log.info("{} is reached again", what);
        }
    }
}
