package org.packhouse.app.engine.git.fetch.inprocess;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Ids of objects, to which a few can be added without a copy of all: they lie in layers, of which
 * each is more than twice as large as the next. So there are few layers, and an id is copied once
 * for each time that what lies over it has doubled. Cannot be changed.
 */
final class ObjectLayers {

  private static final int FACTOR = 2;

  private final List<Set<ObjectId>> layers;
  private final int size;

  private ObjectLayers(List<Set<ObjectId>> layers) {
    this.layers = layers;
    this.size = layers.stream().mapToInt(Set::size).sum();
  }

  /** Those of a set, which is not copied. */
  static ObjectLayers of(Set<ObjectId> ids) {
    return new ObjectLayers(List.of(ids));
  }

  /**
   * These and others.
   *
   * @param others none of which is among these; not copied
   */
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

  /** Whether an object is among them. */
  boolean contains(AnyObjectId id) {
    for (Set<ObjectId> layer : layers) {
      if (layer.contains(id)) {
        return true;
      }
    }
    return false;
  }

  /** How many they are. */
  int size() {
    return size;
  }

  /** In how many layers they lie. */
  int depth() {
    return layers.size();
  }
}
