package org.packhouse.app.source.browse.lastchange;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;

/** A directory's last changes and the nodes of its subdirectories, both in tree order. */
record LastChangeNode(PackedIds commits, List<ObjectId> children) {

  LastChangeNode {
    children = List.copyOf(children);
  }
}
