package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.PeerChannel;
import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Stages and their peers, {@code gateway.stages}.
 *
 * @param stagesMax stages this gateway keeps
 * @param threads platform threads all stages share; 0 for one less than the processors, at least 1
 * @param mailboxMax peer messages that may wait for one stage
 * @param callTimeout longest call to another service
 * @param helloTimeout time for a client's first message
 * @param closeTimeout time a peer has to take a close before its socket is cut
 * @param messagesPerSecondMax messages a client may send
 * @param debtSoftBytes debt of a peer above which state is held back
 * @param debtSoftAge age of a peer's debt above which state is held back
 * @param debtHardBytes debt of a peer above which it is closed
 * @param debtHardAge age of a peer's debt above which it is closed
 * @param chunkCacheMax bytes of chunk images kept
 * @param sendBuffer kernel buffer of each connection; what lies in it cannot be taken back
 */
@ConfigurationProperties("terrane.gateway.stages")
public record StagesProperties(
        @DefaultValue("1000") int stagesMax,
        @DefaultValue("0") int threads,
        @DefaultValue("10000") int mailboxMax,
        @DefaultValue("5s") Duration callTimeout,
        @DefaultValue("5s") Duration helloTimeout,
        @DefaultValue("1s") Duration closeTimeout,
        @DefaultValue("200") int messagesPerSecondMax,
        @DefaultValue("64KB") DataSize debtSoftBytes,
        @DefaultValue("1s") Duration debtSoftAge,
        @DefaultValue("256KB") DataSize debtHardBytes,
        @DefaultValue("10s") Duration debtHardAge,
        @DefaultValue("32MB") DataSize chunkCacheMax,
        @DefaultValue("64KB") DataSize sendBuffer) {
    /** The setting of the stages, as refusals name it. */
    static final String STAGES_MAX = "gateway.stages.stages-max";

    public StagesProperties {
        SettingRange.requireAtLeast(STAGES_MAX, stagesMax, 1);
        SettingRange.requireAtLeast("gateway.stages.threads", threads, 0);
        SettingRange.requireAtLeast("gateway.stages.mailbox-max", mailboxMax, 1);
        SettingRange.requirePositive("gateway.stages.call-timeout", callTimeout);
        SettingRange.requirePositive("gateway.stages.hello-timeout", helloTimeout);
        SettingRange.requirePositive("gateway.stages.close-timeout", closeTimeout);
        SettingRange.requireAtLeast(
                "gateway.stages.messages-per-second-max", messagesPerSecondMax, 1);
        SettingRange.requireAtLeast(
                "gateway.stages.debt-soft-bytes", debtSoftBytes, DataSize.ofBytes(1));
        SettingRange.requireAtLeast(
                "gateway.stages.debt-soft-age", debtSoftAge, Duration.ofMillis(1));
        SettingRange.requireAtLeast("gateway.stages.debt-hard-bytes", debtHardBytes, debtSoftBytes);
        SettingRange.requireAtLeast("gateway.stages.debt-hard-age", debtHardAge, debtSoftAge);
        SettingRange.requireAtLeast(
                "gateway.stages.chunk-cache-max", chunkCacheMax, DataSize.ofBytes(0));
        SettingRange.require(
                "gateway.stages.send-buffer",
                sendBuffer,
                DataSize.ofKilobytes(4),
                DataSize.ofMegabytes(16));
    }

    /** Bounds of a peer's debt. */
    public PeerChannel.Limits debtLimits() {
        return new PeerChannel.Limits(
                debtSoftBytes.toBytes(),
                debtSoftAge.toMillis(),
                debtHardBytes.toBytes(),
                debtHardAge.toMillis());
    }

    /** Threads to make. */
    public int threadCount() {
        return threads > 0 ? threads : Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    }
}
