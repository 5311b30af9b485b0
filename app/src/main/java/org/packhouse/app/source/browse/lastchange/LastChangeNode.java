package org.packhouse.app.source.browse.lastchange;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The commits that last changed the entries of a directory.
 *
 * @param commits of each entry, in the order of the tree
 * @param children names of the nodes of those entries that are directories, in that order
 */
record LastChangeNode(PackedIds commits, List<ObjectId> children) {

  /** Keeps a copy. */
  LastChangeNode {
    children = List.copyOf(children);
  }
}
