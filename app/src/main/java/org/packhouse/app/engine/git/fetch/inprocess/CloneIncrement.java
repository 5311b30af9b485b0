package org.packhouse.app.engine.git.fetch.inprocess;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
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

  /**
   * An immutable set of ids that grows without a copy of all: each layer is more than twice as
   * large as the next, so layers are few, and an id is copied each time that what lies over it has
   * doubled.
   */
  static final class ObjectLayers {

    private static final int FACTOR = 2;

    private final List<Set<ObjectId>> layers;
    private final int size;

    private ObjectLayers(List<Set<ObjectId>> layers) {
      this.layers = layers;
      this.size = layers.stream().mapToInt(Set::size).sum();
    }

    static ObjectLayers of(Set<ObjectId> ids) {
      return new ObjectLayers(List.of(ids));
    }

    /** Adds ids, which are disjoint from these and not copied. */
    ObjectLayers with(Set<ObjectId> others) {
      if (others.isEmpty()) {
        return this;
      }
      List<Set<ObjectId>> more = new ArrayList<>(layers);
      Set<ObjectId> last = others;
      while (!more.isEmpty() && more.getLast().size() <= FACTOR * last.size()) {
        last = together(more.removeLast(), last);
      }
      more.add(last);
      return new ObjectLayers(more);
    }

    private static Set<ObjectId> together(Set<ObjectId> some, Set<ObjectId> others) {
      Set<ObjectId> all = HashSet.newHashSet(some.size() + others.size());
      all.addAll(some);
      all.addAll(others);
      return all;
    }

    boolean contains(AnyObjectId id) {
      for (Set<ObjectId> layer : layers) {
        if (layer.contains(id)) {
          return true;
        }
      }
      return false;
    }

    int size() {
      return size;
    }

    /** Returns the number of layers. */
    int depth() {
      return layers.size();
    }
  }
}
