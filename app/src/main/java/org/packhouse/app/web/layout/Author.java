package org.packhouse.app.web.layout;

import org.jspecify.annotations.Nullable;

/**
 * Somebody whom a commit names, as pages show them: by their account where the address is one's.
 *
 * @param name of the account, or as the commit has it
 * @param link of the account's page, without the context path; null: there is no account
 * @param title the name and address in the commit
 */
public record Author(Avatar avatar, String name, @Nullable String link, String title) {}
