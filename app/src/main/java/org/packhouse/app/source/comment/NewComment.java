package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/**
 * A comment to be made.
 *
 * @param parentId the comment that is answered; null: none
 * @param anchor where it stands; null: at the commit as a whole; an reply stands where its thread
 *     does
 */
public record NewComment(
    String text,
    @Nullable Long parentId,
    @Nullable CommentAnchor anchor,
    CommitComment.Severity severity) {}
