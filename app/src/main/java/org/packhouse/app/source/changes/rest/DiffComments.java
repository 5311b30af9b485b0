package org.packhouse.app.source.changes.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;

/** Finds the comment threads of a diff; the comment feature implements this. */
public interface DiffComments {

  /**
   * A thread at a path, or at a line from 1 of it.
   *
   * @param before whether {@code line} is counted on the old side
   * @param view the thread in the REST dialect
   */
  record DiffThread(long id, TreePath path, @Nullable Integer line, boolean before, Object view) {}

  /** Counts comments, replies included, by path; paths without comments are left out. */
  Map<TreePath, Integer> count(Repository repository, CommitRange range);

  /** Returns the oldest threads at a file or in a directory, up to a limit. */
  List<DiffThread> in(Repository repository, CommitRange range, TreePath path);
}
