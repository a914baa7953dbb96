package dev.terrane.gateway.live;

import dev.terrane.rpc.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** A peer's way out that keeps everything, with a debt the test sets. */
public final class RecordingChannel implements PeerChannel {
    private final List<byte[]> messages = new ArrayList<>();
    private Debt debt = new Debt(0, 0);
    private Runnable whenSent = () -> {};
    private boolean open = true;
    private boolean failing;
    private int closeCode;
    private long highestFrame;

    @Override
    public void send(byte[] message) {
        if (failing) {
            throw new IllegalStateException("on purpose");
        }
        if (open) {
            messages.add(message);
            Runnable once = whenSent;
            whenSent = () -> {};
            once.run();
        }
    }

    @Override
    public void sendFramed(byte[] message, long frame) {
        highestFrame = frame;
        send(message);
    }

    @Override
    public boolean acknowledge(long frame) {
        return frame <= highestFrame;
    }

    @Override
    public Debt debt() {
        return debt;
    }

    @Override
    public void close(ErrorCode error, String text) {
        close(error.spec().closeCode(), text);
    }

    @Override
    public void close(int code, String text) {
        if (open) {
            open = false;
            closeCode = code;
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    void owe(long bytes) {
        debt = new Debt(bytes, 0);
    }

    void failSends() {
        failing = true;
    }

    /** Runs this once, while the next message is being sent. */
    public void whenNextIsSent(Runnable action) {
        whenSent = action;
    }

    void cut() {
        open = false;
    }

    public int closeCode() {
        return closeCode;
    }

    /** Everything sent so far. */
    public List<byte[]> messages() {
        return messages;
    }

    /** Takes what was sent since the last call. */
    public List<byte[]> drain() {
        List<byte[]> taken = List.copyOf(messages);
        messages.clear();
        return taken;
    }
}
