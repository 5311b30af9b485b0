package org.packhouse.app.engine.git.fetch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Objects that a clone gets beside those of a stored pack, all of which it gets.
 *
 * @param wants what the clone wants
 * @param objects objects reached from that which are not in the pack, with their types (of {@code
 *     Constants.OBJ_...})
 */
record CloneIncrement(Set<ObjectId> wants, Map<ObjectId, Integer> objects) {

  /** The same for others who want the like, with objects that were found beside these. */
  CloneIncrement grown(Set<ObjectId> later, Map<ObjectId, Integer> found) {
    Map<ObjectId, Integer> more = new HashMap<>((objects.size() + found.size()) * 2);
    more.putAll(objects);
    more.putAll(found);
    return new CloneIncrement(new HashSet<>(later), more);
  }

  /** How many ids it holds. */
  int size() {
    return wants.size() + objects.size();
  }
}
