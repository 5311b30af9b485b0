package org.packhouse.app.source.comment;

import org.packhouse.app.storage.content.TreePath;

/** A file at which comments stand, as of the commit that was commented on. */
public record CommentedFile(String commit, TreePath path) {}
