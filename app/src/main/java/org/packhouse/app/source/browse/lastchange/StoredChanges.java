package org.packhouse.app.source.browse.lastchange;

import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The indexed commits of a repository. */
interface StoredChanges {

  /** Returns the name of a commit's root node; null if the commit is not indexed. */
  @Nullable ObjectId rootName(ObjectId commit);

  /** Marks a commit as indexed after its nodes are stored. */
  void add(ObjectId commit, ObjectId name);

  @Nullable LastChangeNode node(ObjectId name);
}
