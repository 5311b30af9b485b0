package org.packhouse.app.platform.database;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * {@code jdbc.*}: the PostgreSQL to use, 14 or later.
 *
 * @param url JDBC URL; absent: an embedded PostgreSQL under the shared home
 * @param poolSize maximum of connections, except those for ref moves and background work
 * @param poolTimeout how long a request waits for a connection before it fails
 */
@Validated
@ConfigurationProperties("jdbc")
record DatabaseSettings(
    @Nullable String url,
    @Nullable String user,
    @Nullable String password,
    @DefaultValue("20") @Min(2) int poolSize,
    @DefaultValue("5s") Duration poolTimeout,
    @DefaultValue("5s") Duration connectTimeout) {}
