package org.packhouse.app.database;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code jdbc.*}: the PostgreSQL to use, 14 or later.
 *
 * @param url JDBC URL; absent: an embedded PostgreSQL under the shared home
 */
@ConfigurationProperties("jdbc")
record DatabaseSettings(@Nullable String url, @Nullable String user, @Nullable String password) {}
