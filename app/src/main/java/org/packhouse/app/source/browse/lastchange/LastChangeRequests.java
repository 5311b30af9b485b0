package org.packhouse.app.source.browse.lastchange;

import org.eclipse.jgit.lib.ObjectId;

/** Asks for last changes to be found in the background. */
interface LastChangeRequests {

  /** Asks; does nothing if the same was asked and is not done. */
  void ask(String request);

  /** Asks for the tips of a repository's branches. */
  default void tips(long repositoryId) {
    ask(Long.toString(repositoryId));
  }

  /** Asks for a commit. */
  default void commit(long repositoryId, ObjectId commit) {
    ask(repositoryId + "/" + commit.name());
  }
}
