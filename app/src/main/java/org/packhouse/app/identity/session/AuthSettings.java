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
 * @param credentialMemory how long a password that was right is not hashed again
 * @param freeFailures how many failed logins for one name have no consequence
 * @param freeFailuresPerAddress how many failed logins from one address, whatever the name, have no
 *     consequence; addresses of IPv6 that begin with the same 64 bits are one
 * @param longestDelay the longest time for which a name or an address is refused after failed
 *     logins; each failure doubles it, beginning with one second
 * @param forgetFailuresAfter after how long without a failure a name or an address is free again
 * @param sessionTimeout after how long without a request a browser is signed out
 * @param rememberMe how long "keep me signed in" holds from the last visit
 */
@Validated
@ConfigurationProperties("auth")
public record AuthSettings(
    @NotNull @DefaultValue("5m") Duration credentialMemory,
    @Min(1) @Max(1000) @DefaultValue("5") int freeFailures,
    @Min(1) @Max(1_000_000) @DefaultValue("100") int freeFailuresPerAddress,
    @NotNull @DefaultValue("1m") Duration longestDelay,
    @NotNull @DefaultValue("15m") Duration forgetFailuresAfter,
    @NotNull @DefaultValue("30m") Duration sessionTimeout,
    @NotNull @DefaultValue("30d") Duration rememberMe) {}
