package org.packhouse.app.source.comment;

/** The numbers of remarks, open tasks and resolved tasks. */
public record CommentCounts(int comments, int openTasks, int resolvedTasks) {}
