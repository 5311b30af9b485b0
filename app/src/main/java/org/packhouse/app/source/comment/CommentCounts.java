package org.packhouse.app.source.comment;

/** Counts of a pull request; {@code comments} are those that are no tasks. */
public record CommentCounts(int comments, int openTasks, int resolvedTasks) {}
