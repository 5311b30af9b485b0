package org.packhouse.scmcache.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeardOnceTest {

  private final StringBuilder heard = new StringBuilder();
  private boolean failing;
  private final HeardOnce once =
      new HeardOnce(bytes -> {
        heard.append(StandardCharsets.US_ASCII.decode(bytes));
        if (failing) {
          throw new InternalError("a fault occurred in an unsafe memory access operation");
        }
      });

  @Test
  void passesOnWhatIsReadAgainOnce() throws IOException {
    hear("abc");
    hear("de");
    once.again();
    hear("ab");
    hear("cdef");
    hear("g");
    once.again();
    hear("abcdefgh");
    assertThat(heard).hasToString("abcdefgh");
  }

  @Test
  void passesOnNothingAfterAFailureOfWhichNobodyKnowsWhatWasHeard() throws IOException {
    hear("abc");
    failing = true;
    assertThatThrownBy(() -> hear("def")).isInstanceOf(InternalError.class);
    failing = false;
    once.again();
    assertThatThrownBy(() -> hear("abcdef")).isInstanceOf(IOException.class);
    assertThat(heard).hasToString("abcdef");
  }

  private void hear(String text) throws IOException {
    once.hear(StandardCharsets.US_ASCII.encode(text));
  }
}
