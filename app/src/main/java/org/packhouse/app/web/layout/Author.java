package org.packhouse.app.web.layout;

import org.jspecify.annotations.Nullable;

/**
 * A person named by a commit: the account with that address, or what the commit says. {@code link}
 * is null without an account; {@code title} has the commit's name and address.
 */
public record Author(Avatar avatar, String name, @Nullable String link, String title) {}
