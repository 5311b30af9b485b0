package org.packhouse.app.source.commit;

import org.jspecify.annotations.Nullable;

/**
 * A branch or tag, and the commit that it names.
 *
 * @param refName full name
 * @param name short name
 * @param commit null if it names something that is no commit
 */
public record NamedCommit(String refName, String name, @Nullable Commit commit) {}
