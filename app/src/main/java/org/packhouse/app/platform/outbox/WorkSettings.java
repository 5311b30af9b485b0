package org.packhouse.app.platform.outbox;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code background.*}: background work.
 *
 * @param threads concurrent tasks on this node
 * @param pollingInterval interval of looking for tasks of other nodes
 * @param shutdownMaxWait longest wait of a stopping node for running tasks
 */
@Validated
@ConfigurationProperties("background")
record WorkSettings(
    @DefaultValue("4") @Min(1) int threads,
    @DefaultValue("1s") @AtLeast("1ms") Duration pollingInterval,
    @DefaultValue("30s") @AtLeast("0s") Duration shutdownMaxWait) {}
