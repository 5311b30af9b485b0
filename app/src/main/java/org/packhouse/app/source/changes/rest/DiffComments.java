package org.packhouse.app.source.changes.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;

/** Finds what people say of the files of a diff: known to the feature that keeps comments. */
public interface DiffComments {

  /**
   * A thread that stands in a diff.
   *
   * @param id of the comment that it begins with
   * @param path where the file is, or was if it is gone
   * @param line from 1; null: the thread is about the file as a whole
   * @param before whether the side before numbers the line
   * @param view the thread in the REST dialect
   */
  record DiffThread(long id, TreePath path, @Nullable Integer line, boolean before, Object view) {}

  /** How many comments, answers included, stand at each path; paths without any are left out. */
  Map<TreePath, Integer> count(Repository repository, CommitRange range);

  /**
   * The threads that stand in a diff, the oldest first, up to a bound.
   *
   * @param path only those about that file, or about files in that directory; the root: all
   */
  List<DiffThread> in(Repository repository, CommitRange range, TreePath path);
}
