package org.packhouse.app.web.layout;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;

/**
 * The frame that every page shows around its content.
 *
 * @param serverName what the server is called
 * @param user who is signed in; null: nobody
 * @param mayAdministerSystem whether also what concerns the machine and all repositories on it
 * @param theme {@code light}, {@code dark}, or null: what the system says
 * @param diffColours {@code blue-orange}, or null: green and red
 * @param shortcuts whether keys do things
 * @param announcement HTML of what administrators announce; null: nothing
 * @param maintenance whether everybody else is turned away
 * @param busy {@code queued} or {@code refused}: what happens to requests of late; null: neither
 * @param path the address of this page, for coming back after signing in
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
