package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/**
 * A comment to be created.
 *
 * @param parentId null: the comment begins a thread
 * @param anchor null: the commit or pull request as a whole; a reply stands where its thread does
 */
public record NewComment(
    String text,
    @Nullable Long parentId,
    @Nullable CommentAnchor anchor,
    Comment.Severity severity) {}
