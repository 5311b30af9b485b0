package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.admission.RequestPlaces.Place;

class RequestPlacesTest {

  private static final String CROWD = "192.0.2.1";
  private static final String OTHER = "198.51.100.1";

  private final RequestPlaces places = new RequestPlaces(1000);
  private final List<String> lost = new ArrayList<>();

  @Test
  void areThreeQuartersForANetworkThatIsAlone() {
    assertThat(takeAll(CROWD)).hasSize(750);
    assertThat(places.refused()).isEqualTo(1);
  }

  @Test
  void goFromTheNetworkWithMostToWhoComesLast() {
    for (int i = 1; i <= 20; i++) {
      takeAll("192.0.2." + i);
    }
    assertThat(places.taken()).isLessThanOrEqualTo(1000);
    List<Place> last = takeAll(OTHER);
    assertThat(last).hasSizeGreaterThan(20);
    assertThat(lost).contains(CROWD).doesNotContain(OTHER);
    assertThat(places.taken()).isLessThanOrEqualTo(1000);
  }

  @Test
  void areLostByTheNewestRequest() {
    RequestPlaces few = new RequestPlaces(4);
    for (String name : List.of("first", "second", "third")) {
      few.take(CROWD, () -> lost.add(name));
    }
    assertThat(few.take(OTHER, () -> lost.add(OTHER))).isNotNull();
    assertThat(few.take("203.0.113.1", () -> lost.add("third network"))).isNotNull();
    assertThat(lost).containsExactly("third");
  }

  @Test
  void areThereAgainWhenTheyWereGivenBack() {
    List<Place> all = takeAll(CROWD);
    all.forEach(places::giveBack);
    all.forEach(places::giveBack);
    assertThat(places.taken()).isZero();
    assertThat(takeAll(OTHER)).hasSize(750);
  }

  private List<Place> takeAll(String network) {
    List<Place> taken = new ArrayList<>();
    @Nullable Place place = take(network);
    while (place != null) {
      taken.add(place);
      place = take(network);
    }
    return taken;
  }

  private @Nullable Place take(String network) {
    return places.take(network, () -> lost.add(network));
  }
}
