package org.packhouse.app.source.search;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** {@code search.*}: whether this node indexes default branches and searches. */
@ConfigurationProperties("search")
public record SearchSettings(@DefaultValue("true") boolean enabled) {}
