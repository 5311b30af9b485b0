package org.packhouse.app.web.layout;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * The frame around every page's content.
 *
 * @param theme {@code light}, {@code dark}, or null: the system's
 * @param diffColours {@code blue-orange}, or null: green and red
 * @param announcement HTML
 * @param maintenance whether all but system administrators are locked out
 * @param busy {@code queued} or {@code refused}; null: neither
 * @param path the page's address, to return to after the sign-in
 */
@Value.Builder
public record Chrome(
    String serverName,
    @Nullable User user,
    boolean mayCreateProjects,
    boolean mayAdminister,
    boolean mayAdministerSystem,
    @Nullable String theme,
    @Nullable String diffColours,
    boolean shortcuts,
    @Nullable String announcement,
    boolean maintenance,
    @Nullable String busy,
    String path) {}
