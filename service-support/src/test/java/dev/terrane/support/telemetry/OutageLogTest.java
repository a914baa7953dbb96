package dev.terrane.support.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageLogTest {
    @Test
    void anOutageIsTwoLinesHoweverOftenItIsMet() {
        Logger logger = new LoggerContext().getLogger("outage");
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        OutageLog outage = new OutageLog(logger, "room isle/main");

        outage.good();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5; i++) {
                outage.failed("refused " + i);
            }
            outage.good();
            outage.good();
        }

        List<String> told =
                appender.list.stream()
                        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                        .toList();
        assertThat(told)
                .containsExactly(
                        "WARN room isle/main is out of reach, and tried again until it is not: refused 0",
                        "INFO room isle/main is reached again",
                        "WARN room isle/main is out of reach, and tried again until it is not: refused 0",
                        "INFO room isle/main is reached again");
        assertThat(appender.list).filteredOn(e -> e.getLevel() == Level.DEBUG).hasSize(8);
    }
}
