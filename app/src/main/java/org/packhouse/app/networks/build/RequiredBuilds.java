package org.packhouse.app.networks.build;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.RefMatcher;

/**
 * A condition of merges: builds that must have succeeded.
 *
 * @param target branches that are merged into
 * @param exempt branches that are merged without; null: none
 * @param parentKeys what the builds are parts of, or their own keys if they are part of nothing
 */
public record RequiredBuilds(
    long id, RefMatcher target, @Nullable RefMatcher exempt, List<String> parentKeys) {}
