package org.packhouse.app.engine.git.fetch.inprocess;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Objects that a clone gets beside a stored pack.
 *
 * @param objects reached from the wants and not in the pack
 * @param unpacked those not among {@code packed}, with types {@code Constants.OBJ_...}
 * @param packed bytes of an earlier clone
 */
record CloneIncrement(
    Set<ObjectId> wants,
    ObjectLayers objects,
    Map<ObjectId, Integer> unpacked,
    PackedObjects packed) {

  CloneIncrement(Set<ObjectId> wants, Map<ObjectId, Integer> objects) {
    this(wants, ObjectLayers.of(objects.keySet()), objects, PackedObjects.NONE);
  }

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

  CloneIncrement packedAs(PackedObjects all) {
    return new CloneIncrement(wants, objects, Map.of(), all);
  }

  int size() {
    return wants.size() + objects.size() + unpacked.size();
  }
}
