package org.packhouse.app.identity.user;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A person or a service account, as it was when it was read.
 *
 * @param name what the person logs in with; unique without regard to case
 * @param slug the name as URLs show it: lower case, every character outside {@code [a-z0-9._-]}
 *     replaced by {@code _}
 * @param stamp rises with every change that makes a remembered credential or session invalid
 */
@Value.Builder
public record User(
    long id,
    String name,
    String slug,
    String displayName,
    @Nullable String emailAddress,
    UserType type,
    boolean active,
    long stamp) {}
