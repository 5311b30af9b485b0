package org.packhouse.app.source.browse.lastchange;

import org.eclipse.jgit.lib.ObjectId;

/** Requests background indexing. */
interface LastChangeRequests {

  /** Requests a run; does nothing if the same one is requested and not done. */
  void ask(String request);

  default void tips(long repositoryId) {
    ask(Long.toString(repositoryId));
  }

  default void commit(long repositoryId, ObjectId commit) {
    ask(repositoryId + "/" + commit.name());
  }
}
