package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/**
 * A change of a comment; null leaves a field as it is.
 *
 * @param version the version that the client has read
 */
public record CommentChange(
    int version,
    @Nullable String text,
    Comment.@Nullable Severity severity,
    @Nullable Boolean resolved,
    @Nullable Boolean threadResolved) {}
