package org.packhouse.app.review.pullrequest.comment;

/** Consecutive lines of a file, or a line of either side of a diff, counted from 1. */
record LineRange(int first, int last) {}
