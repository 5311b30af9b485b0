package org.packhouse.app.web.layout;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.validation.annotation.Validated;

/**
 * {@code throttle.resource.busy.message.*}: the banner that tells people of a busy server.
 *
 * @param timeout how long it stays after somebody had to wait for more than a moment, or was
 *     refused
 */
@Validated
@ConfigurationProperties("throttle.resource.busy.message")
record BusySettings(
    @DefaultValue("10s") @DurationUnit(ChronoUnit.MINUTES) @AtLeast("0s") Duration timeout) {}
