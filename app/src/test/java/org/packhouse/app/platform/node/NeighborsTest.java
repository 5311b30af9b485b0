package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of other nodes that a node looks at. */
class NeighborsTest {

  @Test
  void eachNodeIsLookedAtByAFewHoweverManyThereAre() {
    List<UUID> nodes = Stream.generate(UUID::randomUUID).limit(20).toList();
    Map<UUID, Integer> looks = new HashMap<>();
    for (UUID self : nodes) {
      List<UUID> others = nodes.stream().filter(node -> !node.equals(self)).toList();
      List<UUID> next = Neighbors.next(others, self, Neighbors.WATCHED);
      assertThat(next).hasSize(Neighbors.WATCHED).doesNotContain(self);
      next.forEach(node -> looks.merge(node, 1, Integer::sum));
    }
    assertThat(looks).hasSize(20).allSatisfy((_, count) -> assertThat(count).isEqualTo(3));
  }

  @Test
  void amongFewEachLooksAtAll() {
    List<UUID> others = Stream.generate(UUID::randomUUID).limit(2).toList();
    assertThat(Neighbors.next(others, UUID.randomUUID(), Neighbors.WATCHED))
        .containsExactlyInAnyOrderElementsOf(others);
  }
}
