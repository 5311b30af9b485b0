package org.packhouse.app.web.layout;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the busy server's banner, {@code throttle.resource.busy.message.*}.
 *
 * @param timeout how long the banner stays after a long wait or a refusal
 */
@Validated
@ConfigurationProperties("throttle.resource.busy.message")
record BusySettings(
    @DefaultValue("10s") @DurationUnit(ChronoUnit.MINUTES) @AtLeast("0s") Duration timeout) {}
