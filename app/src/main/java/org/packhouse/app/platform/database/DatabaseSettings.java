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
 * @param user who signs in to it
 * @param password that user's password
 * @param poolSize connections at most, those for ref moves and for background work apart
 * @param poolTimeout how long a request waits for a connection before it fails
 * @param connectTimeout how long making a connection may take
 * @param socketTimeout how long one statement may stay without a response
 */
@Validated
@ConfigurationProperties("jdbc")
record DatabaseSettings(
    @Nullable String url,
    @Nullable String user,
    @Nullable String password,
    @DefaultValue("20") @Min(2) int poolSize,
    @DefaultValue("5s") Duration poolTimeout,
    @DefaultValue("5s") Duration connectTimeout,
    @DefaultValue("60s") Duration socketTimeout) {}
