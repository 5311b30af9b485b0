package org.packhouse.app.platform.configuration;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code packhouse.*}: where this node keeps its files.
 *
 * @param home this node's own home; default {@code ~/.packhouse}
 * @param sharedHome the home of all nodes; default {@code <home>/shared}
 * @param rehearsal stop as soon as the start is done, and with an administrator {@code rehearsal}
 *     ask for a push and the like before; the launcher records a start this way so that later ones
 *     are fast
 */
@ConfigurationProperties("packhouse")
public record NodeSettings(
    @Nullable Path home, @Nullable Path sharedHome, @DefaultValue("false") boolean rehearsal) {}
