package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.git.fetch.inprocess.CloneIncrement.ObjectLayers;

class ObjectLayersTest {

  private final Random random = new Random(7);

  @Test
  void hasWhatWasAddedAndNothingElse() {
    ObjectLayers layers = ObjectLayers.of(Set.of());
    Set<ObjectId> added = new HashSet<>();
    for (int round = 0; round < 300; round++) {
      Set<ObjectId> more = some(random.nextInt(round % 50 == 0 ? 500 : 10));
      ObjectLayers before = layers;
      layers = layers.with(more);
      assertThat(before.size()).isEqualTo(added.size());
      assertThat(more).noneMatch(before::contains);
      added.addAll(more);
      assertThat(layers.size()).isEqualTo(added.size());
      assertThat(layers.depth()).isLessThan(32 - Integer.numberOfLeadingZeros(layers.size() + 1));
    }
    assertThat(added).allMatch(layers::contains);
    assertThat(some(100)).noneMatch(layers::contains);
  }

  @Test
  void staysAsItIsWhereNothingIsAdded() {
    ObjectLayers layers = ObjectLayers.of(some(3));
    assertThat(layers.with(Set.of())).isSameAs(layers);
  }

  private Set<ObjectId> some(int count) {
    Set<ObjectId> objects = new HashSet<>();
    while (objects.size() < count) {
      byte[] id = new byte[Constants.OBJECT_ID_LENGTH];
      random.nextBytes(id);
      objects.add(ObjectId.fromRaw(id));
    }
    return objects;
  }
}
