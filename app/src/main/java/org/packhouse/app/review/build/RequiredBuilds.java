package org.packhouse.app.review.build;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.model.RefMatcher;

/**
 * A condition of merges: builds that must have succeeded on the source's tip.
 *
 * @param exempt matches source branches that need none
 * @param parentKeys parents of builds, or keys of builds without one
 */
public record RequiredBuilds(
    SettingScope scope,
    long id,
    RefMatcher target,
    @Nullable RefMatcher exempt,
    List<String> parentKeys,
    Reporters reporters) {}
