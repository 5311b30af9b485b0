package org.packhouse.app.configuration;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code packhouse.*}: where this node keeps its files.
 *
 * @param home this node's own home; default {@code ~/.packhouse}
 * @param sharedHome the home of all nodes; default {@code <home>/shared}
 */
@ConfigurationProperties("packhouse")
public record NodeSettings(@Nullable Path home, @Nullable Path sharedHome) {}
