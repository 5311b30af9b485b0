package org.packhouse.app.platform.configuration;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code packhouse.*}: this node's files.
 *
 * @param home default {@code ~/.packhouse}
 * @param sharedHome the home of all nodes; default {@code <home>/shared}
 * @param rehearsal whether to stop after the start, and with an administrator {@code rehearsal} to
 *     serve a push and the like before: the launcher records such a start to make later ones fast
 */
@ConfigurationProperties("packhouse")
public record NodeSettings(
    @Nullable Path home, @Nullable Path sharedHome, @DefaultValue("false") boolean rehearsal) {}
