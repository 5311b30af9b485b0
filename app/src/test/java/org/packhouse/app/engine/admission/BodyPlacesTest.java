package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.admission.BodyPlaces.Place;

class BodyPlacesTest {

  private static final String CROWD = "192.0.2.1";
  private static final String ALONE = "192.0.2.2";

  private final BodyPlaces places = new BodyPlaces(4);

  @Test
  void goToTheNewcomerFromTheOldestOfTheCrowd() throws InterruptedException {
    List<Place> crowd = take(CROWD, 4);
    assertThat(places.take(ALONE, 0)).isNotNull();
    assertThat(crowd).extracting(Place::lost).containsExactly(true, false, false, false);
    assertThat(places.take(ALONE, 0)).isNotNull();
    assertThat(crowd).extracting(Place::lost).containsExactly(true, true, false, false);
  }

  @Test
  void stayWhereEverybodyHasAsMany() throws InterruptedException {
    List<Place> all = take(CROWD, 2);
    all.addAll(take(ALONE, 2));
    assertThat(places.take(ALONE, 0)).isNull();
    assertThat(places.take(CROWD, 0)).isNull();
    assertThat(all).noneMatch(Place::lost);
  }

  @Test
  void areWaitedFor() throws InterruptedException {
    List<Place> all = take(CROWD, 4);
    AtomicReference<@Nullable Place> got = new AtomicReference<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              try {
                got.set(places.take(CROWD, 60_000));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    places.leave(all.getFirst());
    waiting.join();
    assertThat(got.get()).isNotNull();
  }

  @Test
  void areNotGivenBackByWhoHasLostThem() throws InterruptedException {
    List<Place> crowd = take(CROWD, 4);
    assertThat(places.take(ALONE, 0)).isNotNull();
    places.leave(crowd.getFirst());
    assertThat(places.take(CROWD, 0)).isNull();
  }

  private List<Place> take(String network, int count) throws InterruptedException {
    List<Place> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Place place = places.take(network, 0);
      assertThat(place).isNotNull();
      taken.add(place);
    }
    return taken;
  }
}
