package dev.terrane.cli.demo;

import com.google.protobuf.ByteString;
import dev.terrane.sdk.ChunkInvalidation;
import dev.terrane.sdk.CloseReason;
import dev.terrane.sdk.Contact;
import dev.terrane.sdk.StageListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Remembers what one client was told; any thread may wait for it. */
final class Watcher implements StageListener {
    private final List<Contact> contacts = new ArrayList<>();
    private final List<String> relays = new ArrayList<>();
    private final List<ChunkInvalidation> invalidations = new ArrayList<>();
    private final List<Integer> left = new ArrayList<>();
    private String end = "";

    @Override
    public synchronized void onContact(Contact contact) {
        contacts.add(contact);
        notifyAll();
    }

    @Override
    public synchronized void onRelay(int fromPeerId, ByteString payload) {
        relays.add(fromPeerId + ": " + payload.toStringUtf8());
        notifyAll();
    }

    @Override
    public synchronized void onChunkInvalidated(ChunkInvalidation invalidation) {
        invalidations.add(invalidation);
        notifyAll();
    }

    @Override
    public synchronized void onPeerLeft(int peerId) {
        left.add(peerId);
        notifyAll();
    }

    @Override
    public synchronized void onClosed(CloseReason reason) {
        end = reason.toString();
        notifyAll();
    }

    synchronized List<Contact> contacts() {
        return List.copyOf(contacts);
    }

    synchronized long contacts(Contact.Kind kind) {
        return contacts.stream().filter(contact -> contact.kind() == kind).count();
    }

    synchronized List<String> relays() {
        return List.copyOf(relays);
    }

    synchronized List<ChunkInvalidation> invalidations() {
        return List.copyOf(invalidations);
    }

    synchronized boolean hasLeft(int peerId) {
        return left.contains(peerId);
    }

    /** Why the connection ended; empty while it lasts. */
    synchronized String end() {
        return end;
    }

    /** Waits until it was told what is asked for; whether it was within the time. */
    synchronized boolean await(Predicate<Watcher> wanted, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!wanted.test(this)) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0 || !this.end.isEmpty()) {
                return false;
            }
            wait(millis);
        }
        return true;
    }
}
