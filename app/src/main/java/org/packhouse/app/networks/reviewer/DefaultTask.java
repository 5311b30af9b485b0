package org.packhouse.app.networks.reviewer;

import org.packhouse.app.source.branch.RefMatcher;

/**
 * A task that pull requests get when they are opened.
 *
 * @param scope the project or repository that it is set on
 * @param source branches that are merged
 * @param target branches that are merged into
 * @param description its text, as comments have it
 */
public record DefaultTask(
    long id, ReviewScope scope, RefMatcher source, RefMatcher target, String description) {}
