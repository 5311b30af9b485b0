package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/**
 * A change of a comment; null leaves things as they are.
 *
 * @param version the one that the changer knows
 */
public record CommentChange(
    int version,
    @Nullable String text,
    CommitComment.@Nullable Severity severity,
    @Nullable Boolean resolved,
    @Nullable Boolean threadResolved) {}
