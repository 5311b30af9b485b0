package org.packhouse.app.review.build;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.source.branch.model.RefMatcher;

/**
 * A condition of merges: builds that must have succeeded.
 *
 * @param resource the project or repository that demands them
 * @param target branches that are merged into
 * @param exempt branches that are merged without; null: none
 * @param parentKeys what the builds are parts of, or their own keys if they are part of nothing
 * @param reporters whose reports are accepted
 */
public record RequiredBuilds(
    ResourceId resource,
    long id,
    RefMatcher target,
    @Nullable RefMatcher exempt,
    List<String> parentKeys,
    Reporters reporters) {}
