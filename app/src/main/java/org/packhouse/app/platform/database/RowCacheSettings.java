package org.packhouse.app.platform.database;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** {@code row-cache.*}: cached rows of users, groups and projects. */
@ConfigurationProperties("row-cache")
public record RowCacheSettings(@DefaultValue("true") boolean enabled) {}
