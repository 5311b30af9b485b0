package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/** A change of the version that the client has read; null leaves a field as it is. */
public record CommentChange(
    int version,
    @Nullable String text,
    Comment.@Nullable Severity severity,
    @Nullable Boolean resolved,
    @Nullable Boolean threadResolved) {}
