package org.packhouse.app.web.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {

  @Test
  void numbersCountByTheirValuesAndLettersWhateverTheirCase() {
    List<String> wanted =
        List.of(
            "a", "A1", "a2", "a02b", "a10", "b-9.txt", "b-10.txt", "C", "file100000000000000000");
    List<String> names = new ArrayList<>(wanted);
    Collections.reverse(names);
    names.sort(NaturalOrder::compare);
    assertThat(names).isEqualTo(wanted);
  }
}
