package dev.terrane.gateway.tickets;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Gives out and redeems tickets of 256 random bits. A ticket holds what its owner was when it was
 * given (subject and claims, here {@code T}) and the page's origin, is good once and for a short
 * time, and is kept only as a digest. Bounded: at the limit a new one is refused after the expired
 * are dropped. Safe for all threads; loses everything with the process.
 *
 * @param <T> immutable description of the owner
 */
public final class TicketOffice<T> {
    private static final int TICKET_BYTES = 32;

    private final InstantSource clock;
    private final RandomGenerator random;
    private final Duration lifetime;
    private final int ticketsMax;

    /** In the order of issue, which is the order of expiry. */
    private final Map<String, Entry<T>> entries = new LinkedHashMap<>();

    /**
     * @param random a cryptographic source
     * @param lifetime how long a ticket may wait
     * @param ticketsMax most tickets waiting at once
     */
    public TicketOffice(
            InstantSource clock, RandomGenerator random, Duration lifetime, int ticketsMax) {
        this.clock = clock;
        this.random = random;
        this.lifetime = lifetime;
        this.ticketsMax = ticketsMax;
    }

    /** A new ticket for this owner, whose page has this origin (empty when not a browser). */
    public synchronized Issue issue(T owner, String origin) {
        Instant now = clock.instant();
        dropExpired(now);
        if (entries.size() >= ticketsMax) {
            return new Issue.Full(ticketsMax, lifetime);
        }
        byte[] bits = new byte[TICKET_BYTES];
        random.nextBytes(bits);
        String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        Instant expiresAt = now.plus(lifetime);
        entries.put(digest(ticket), new Entry<>(owner, origin, expiresAt));
        return new Issue.Issued(ticket, expiresAt);
    }

    /**
     * Takes a ticket. Whatever the outcome, it cannot be taken again: a ticket shown with a wrong
     * origin has leaked.
     */
    public synchronized Redemption<T> redeem(String ticket, String origin) {
        Entry<T> entry = entries.remove(digest(ticket));
        if (entry == null) {
            return new Redemption.Refused<>(Refusal.UNKNOWN);
        }
        if (!entry.expiresAt().isAfter(clock.instant())) {
            return new Redemption.Refused<>(Refusal.EXPIRED);
        }
        if (!entry.origin().equals(origin)) {
            return new Redemption.Refused<>(Refusal.OTHER_ORIGIN);
        }
        return new Redemption.Accepted<>(entry.owner());
    }

    /** Tickets waiting, expired ones not yet dropped included. */
    public synchronized int size() {
        return entries.size();
    }

    private void dropExpired(Instant now) {
        Iterator<Entry<T>> oldest = entries.values().iterator();
        while (oldest.hasNext() && !oldest.next().expiresAt().isAfter(now)) {
            oldest.remove();
        }
    }

    private static String digest(String ticket) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(ticket.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Outcome of asking for a ticket. */
    public sealed interface Issue {
        /**
         * @param ticket 43 characters of base64url
         * @param expiresAt when it is void
         */
        record Issued(String ticket, Instant expiresAt) implements Issue {}

        /**
         * Too many are waiting.
         *
         * @param ticketsMax the limit
         * @param retryAfter when at least one will have expired
         */
        record Full(int ticketsMax, Duration retryAfter) implements Issue {}
    }

    /** Outcome of showing a ticket. */
    public sealed interface Redemption<T> {
        /** Good; the owner is who the ticket was given to. */
        record Accepted<T>(T owner) implements Redemption<T> {}

        /** Not good. */
        record Refused<T>(Refusal reason) implements Redemption<T> {}
    }

    /** Why a ticket was refused; for the log, never told to the bearer. */
    public enum Refusal {
        UNKNOWN,
        EXPIRED,
        OTHER_ORIGIN
    }

    private record Entry<T>(T owner, String origin, Instant expiresAt) {}
}
