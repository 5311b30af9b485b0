package org.packhouse.app.identity.session;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code auth.*}: signing in.
 *
 * @param freeFailures failed logins of one name without a delay
 * @param freeFailuresPerAddress the same of one address, or one /64 network of IPv6
 * @param sessionTimeout time without a request after which a browser is signed out
 * @param rememberMe lifetime of "keep me signed in" since the last visit
 */
@Validated
@ConfigurationProperties("auth")
public record AuthSettings(
    @Min(1) @Max(1000) @DefaultValue("5") int freeFailures,
    @Min(1) @Max(1_000_000) @DefaultValue("100") int freeFailuresPerAddress,
    @NotNull @DefaultValue("30m") Duration sessionTimeout,
    @NotNull @DefaultValue("30d") Duration rememberMe) {}
