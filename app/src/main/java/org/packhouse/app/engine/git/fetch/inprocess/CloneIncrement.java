package org.packhouse.app.engine.git.fetch.inprocess;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Objects that a clone gets beside those of a stored pack, all of which it gets.
 *
 * @param wants what the clone wants
 * @param objects objects reached from that which are not in the pack
 * @param unpacked those of them that are not among the packed ones, with their types (of {@code
 *     Constants.OBJ_...})
 * @param packed the others as an earlier clone got them
 */
record CloneIncrement(
    Set<ObjectId> wants,
    ObjectLayers objects,
    Map<ObjectId, Integer> unpacked,
    PackedObjects packed) {

  /** One of which nothing was sent yet. */
  CloneIncrement(Set<ObjectId> wants, Map<ObjectId, Integer> objects) {
    this(wants, ObjectLayers.of(objects.keySet()), objects, PackedObjects.NONE);
  }

  /** The same for others who want the like, with objects that were found beside these. */
  CloneIncrement grown(Set<ObjectId> later, Map<ObjectId, Integer> found) {
    return new CloneIncrement(
        new HashSet<>(later),
        objects.with(found.keySet()),
        unpacked.isEmpty() ? found : together(unpacked, found),
        packed);
  }

  private static Map<ObjectId, Integer> together(
      Map<ObjectId, Integer> some, Map<ObjectId, Integer> others) {
    Map<ObjectId, Integer> all = HashMap.newHashMap(some.size() + others.size());
    all.putAll(some);
    all.putAll(others);
    return all;
  }

  /** The same, all objects of which are packed. */
  CloneIncrement packedAs(PackedObjects all) {
    return new CloneIncrement(wants, objects, Map.of(), all);
  }

  /** How many ids it holds. */
  int size() {
    return wants.size() + objects.size() + unpacked.size();
  }
}
