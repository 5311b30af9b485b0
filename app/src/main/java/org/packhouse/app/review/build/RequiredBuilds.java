package org.packhouse.app.review.build;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.RefMatcher;

/**
 * A condition of merges: builds that must have succeeded.
 *
 * @param target branches that are merged into
 * @param exempt branches that are merged without; null: none
 * @param parentKeys what the builds are parts of, or their own keys if they are part of nothing
 * @param reporters whose reports are accepted
 */
public record RequiredBuilds(
    SettingScope scope,
    long id,
    RefMatcher target,
    @Nullable RefMatcher exempt,
    List<String> parentKeys,
    Reporters reporters) {}
