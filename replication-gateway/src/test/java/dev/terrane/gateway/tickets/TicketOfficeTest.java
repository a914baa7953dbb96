package dev.terrane.gateway.tickets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.tickets.TicketOffice.Issue;
import dev.terrane.gateway.tickets.TicketOffice.Redemption;
import dev.terrane.gateway.tickets.TicketOffice.Refusal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TicketOfficeTest {
    private static final String ORIGIN = "http://localhost:8080";

    private Instant now = Instant.parse("2026-11-29T12:00:00Z");
    private final TicketOffice<String> office =
            new TicketOffice<>(() -> now, new SecureRandom(), Duration.ofSeconds(30), 3);

    private String issue(String owner, String origin) {
        return ((Issue.Issued) office.issue(owner, origin)).ticket();
    }

    @Test
    void aTicketIsGoodOnceForWhatItsOwnerWasWhenItWasGiven() {
        String ticket = issue("ada", ORIGIN);
        assertThat(ticket).matches("[A-Za-z0-9_-]{43}");
        assertThat(office.redeem(ticket, ORIGIN)).isEqualTo(new Redemption.Accepted<>("ada"));
        assertThat(office.redeem(ticket, ORIGIN))
                .isEqualTo(new Redemption.Refused<String>(Refusal.UNKNOWN));
    }

    @Test
    void aTicketExpiresAfterItsLifetime() {
        String ticket = issue("ada", ORIGIN);
        now = now.plusMillis(29_999);
        String late = issue("bob", ORIGIN);
        now = now.plusMillis(1);
        assertThat(office.redeem(ticket, ORIGIN))
                .isEqualTo(new Redemption.Refused<String>(Refusal.EXPIRED));
        assertThat(office.redeem(late, ORIGIN)).isEqualTo(new Redemption.Accepted<>("bob"));
    }

    @Test
    void anotherOriginVoidsTheTicket() {
        String ticket = issue("ada", ORIGIN);
        assertThat(office.redeem(ticket, "http://evil"))
                .isEqualTo(new Redemption.Refused<String>(Refusal.OTHER_ORIGIN));
        assertThat(office.redeem(ticket, ORIGIN))
                .isEqualTo(new Redemption.Refused<String>(Refusal.UNKNOWN));
        String native_ = issue("ada", "");
        assertThat(office.redeem(native_, ORIGIN))
                .isEqualTo(new Redemption.Refused<String>(Refusal.OTHER_ORIGIN));
    }

    @Test
    void theNumberOfWaitingTicketsIsBoundedAndExpiryMakesRoom() {
        for (int i = 0; i < 3; i++) {
            issue("ada", ORIGIN);
        }
        assertThat(office.issue("ada", ORIGIN))
                .isEqualTo(new Issue.Full(3, Duration.ofSeconds(30)));
        now = now.plusSeconds(30);
        issue("ada", ORIGIN);
        assertThat(office.size()).isEqualTo(1);
    }

    @Test
    void ticketsDoNotRepeat() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            String ticket = issue("ada", ORIGIN);
            assertThat(seen.add(ticket)).isTrue();
            office.redeem(ticket, ORIGIN);
        }
    }
}
