package org.packhouse.app.platform.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.json.JsonMapper;

/** Names of fields that one caller sends leave nothing behind that the next one meets. */
class FieldNamesTest {

  private static final int NAMES = 20_000;
  private static final int LATER = 3_000;

  static Stream<Named<JsonMapper>> mappers() {
    return Stream.of(
        Named.of("of the REST API", TestingServer.shared().get(JsonMapper.class)),
        Named.of("of columns and files", JsonMappers.stored()));
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void namesThatCollideSpoilNoLaterOnes(JsonMapper mapper) {
    for (String alphabet : new String[] {"aaaa baaa", "éa ãa", "Aa BB"}) {
      String body = colliding(alphabet.split(" ", 2));
      assertThat(mapper.readTree(body.getBytes(UTF_8)).size()).as(alphabet).isEqualTo(NAMES);
      assertThat(mapper.readTree(body).size()).as(alphabet).isEqualTo(NAMES);
    }
    for (int i = 0; i < LATER; i++) {
      String later = "{\"later%dname%d\":%d}".formatted(i, 31 * i, i);
      assertThat(mapper.readTree(later.getBytes(UTF_8)).size()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void namesAreNotKept(JsonMapper mapper) {
    String first =
        mapper.readTree("{\"seldom\":1}".getBytes(UTF_8)).propertyNames().iterator().next();
    String again =
        mapper.readTree("{\"seldom\":1}".getBytes(UTF_8)).propertyNames().iterator().next();
    assertThat(again).isEqualTo(first).isNotSameAs(first);
  }

  /** An object whose names are words of two letters, which hash functions take for alike. */
  private static String colliding(String[] letters) {
    return IntStream.range(0, NAMES)
        .mapToObj(i ->
            IntStream.range(0, 15)
                .mapToObj(bit -> letters[(i >> bit) & 1])
                .collect(Collectors.joining("", "\"", "\":1")))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
