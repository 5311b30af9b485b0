package org.packhouse.app.notice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.notice.webhook.ReceiverPlaces.Waiting;

class ReceiverPlacesTest {

  private final ReceiverPlaces places = new ReceiverPlaces(32);

  private static List<Waiting> crowd(int count, long project, String host) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Waiting(project * 1000 + i, project, host + (host.isEmpty() ? i : "")))
        .toList();
  }

  @Test
  void aProjectComesToHalfOfThePlaces() {
    assertThat(places.take(crowd(60, 1, ""))).hasSize(16);
    assertThat(places.take(crowd(60, 1, ""))).isEmpty();
    assertThat(places.take(crowd(1, 2, "b"))).hasSize(1);
  }

  @Test
  void aHostComesToHalfOfThePlacesWhoeverNamesIt() {
    List<Waiting> all = new ArrayList<>();
    for (int project = 0; project < 60; project++) {
      all.addAll(crowd(1, project, "slow"));
    }
    assertThat(places.take(all)).hasSize(16);
    assertThat(places.take(crowd(1, 1, "other"))).hasSize(1);
  }

  @Test
  void onePlaceIsForWhoeverComes() {
    ReceiverPlaces one = new ReceiverPlaces(1);
    List<Waiting> first = one.take(crowd(3, 1, "a"));
    assertThat(first).hasSize(1);
    assertThat(one.take(crowd(1, 2, "b"))).isEmpty();
    one.release(first.getFirst());
    assertThat(one.take(crowd(1, 2, "b"))).hasSize(1);
  }

  /** Whatever crowds hold, a project and host that hold nothing get a place until all are used. */
  @Test
  void aNewcomerIsServedAmongAnyCrowds() {
    Random random = new Random(11);
    List<Waiting> held = new ArrayList<>();
    for (int step = 0; step < 5000; step++) {
      long project = random.nextInt(6);
      held.addAll(places.take(crowd(random.nextInt(40), project, "host" + random.nextInt(6))));
      assertThat(places.free()).isEqualTo(32 - held.size()).isPositive();
      List<Waiting> newcomer = places.take(crowd(1, 1000 + step, "new" + step));
      assertThat(newcomer).hasSize(1);
      places.release(newcomer.getFirst());
      while (!held.isEmpty() && random.nextInt(3) > 0) {
        places.release(held.remove(random.nextInt(held.size())));
      }
    }
  }
}
