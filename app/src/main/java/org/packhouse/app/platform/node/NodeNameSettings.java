package org.packhouse.app.platform.node;

import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * {@code node.*}: what people call this node.
 *
 * @param name no other node that runs may have it; absent: the one in the file {@code node.name} of
 *     the local home, which is made at the first start from the name of the machine
 */
@Validated
@ConfigurationProperties("node")
record NodeNameSettings(
    @Nullable @Pattern(
            regexp = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
            message = "must have 1 to 63 letters, digits, dots, hyphens or underscores")
        String name) {}
