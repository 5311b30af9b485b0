package org.packhouse.app.source.browse.lastchange;

import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Keeps what is known already of the last changes in a repository. */
interface StoredChanges {

  /** The name of the node of a commit's own tree; null if nothing is known of the commit. */
  @Nullable ObjectId rootName(ObjectId commit);

  /** All is known of one more commit, whose nodes are stored. */
  void add(ObjectId commit, ObjectId name);

  /** A node; null if it is gone. */
  @Nullable LastChangeNode node(ObjectId name);
}
