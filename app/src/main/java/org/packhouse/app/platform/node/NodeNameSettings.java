package org.packhouse.app.platform.node;

import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * {@code node.*}: this node's name.
 *
 * @param name unique among running nodes; absent: from {@code node.name} in the local home, created
 *     from the machine's name at the first start
 */
@Validated
@ConfigurationProperties("node")
record NodeNameSettings(
    @Nullable @Pattern(
            regexp = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
            message = "must have 1 to 63 letters, digits, dots, hyphens or underscores")
        String name) {}
