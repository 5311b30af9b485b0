package org.packhouse.app.engine.git.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Objects with their types (of {@code Constants.OBJ_...}), to which a few can be added without a
 * copy of all: they lie in layers, of which each is more than twice as large as the next. So there
 * are few layers, and an object is copied once for each time that what lies over it has doubled.
 * Cannot be changed.
 */
final class ObjectLayers {

  private static final int FACTOR = 2;

  private final List<Map<ObjectId, Integer>> layers;
  private final int size;

  private ObjectLayers(List<Map<ObjectId, Integer>> layers) {
    this.layers = layers;
    this.size = layers.stream().mapToInt(Map::size).sum();
  }

  /** Those of a map, which is not copied. */
  static ObjectLayers of(Map<ObjectId, Integer> objects) {
    return new ObjectLayers(List.of(objects));
  }

  /**
   * These and others.
   *
   * @param others none of which is among these; not copied
   */
  ObjectLayers with(Map<ObjectId, Integer> others) {
    if (others.isEmpty()) {
      return this;
    }
    List<Map<ObjectId, Integer>> more = new ArrayList<>(layers);
    Map<ObjectId, Integer> last = others;
    while (!more.isEmpty() && more.getLast().size() <= FACTOR * last.size()) {
      last = CloneIncrement.together(more.removeLast(), last);
    }
    more.add(last);
    return new ObjectLayers(more);
  }

  /** Whether an object is among them. */
  boolean contains(AnyObjectId id) {
    for (Map<ObjectId, Integer> layer : layers) {
      if (layer.containsKey(id)) {
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
