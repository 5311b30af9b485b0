package org.packhouse.app.platform.outbox;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code background.*}: work that no client waits for.
 *
 * @param threads how many tasks this node runs at once
 * @param pollingInterval how often it looks for tasks that other nodes made
 * @param shutdownMaxWait how long a stopping node waits for running tasks
 */
@Validated
@ConfigurationProperties("background")
record WorkSettings(
    @DefaultValue("4") @Min(1) int threads,
    @DefaultValue("1s") @AtLeast("1ms") Duration pollingInterval,
    @DefaultValue("30s") @AtLeast("0s") Duration shutdownMaxWait) {}
