package org.packhouse.app.source.comment;

import org.packhouse.app.storage.content.TreePath;

/**
 * A file that comments stand at, as it was when they were made.
 *
 * @param commit the one that was commented on
 * @param path the file's in that commit
 */
public record CommentedFile(String commit, TreePath path) {}
