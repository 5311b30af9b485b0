package org.packhouse.app.review.reviewer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/** A named group of reviewers; some users may have been deleted since. */
public record ReviewerGroup(
    long id, SettingScope scope, String name, @Nullable String description, List<Long> userIds) {}
