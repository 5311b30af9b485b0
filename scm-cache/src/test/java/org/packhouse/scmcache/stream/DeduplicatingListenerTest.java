package org.packhouse.scmcache.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.packhouse.scmcache.stream.ProductionOutput.DeduplicatingListener;

class DeduplicatingListenerTest {

  private final StringBuilder heard = new StringBuilder();
  private boolean failing;
  private final DeduplicatingListener once =
      new DeduplicatingListener(bytes -> {
        heard.append(StandardCharsets.US_ASCII.decode(bytes));
        if (failing) {
          throw new InternalError("a fault occurred in an unsafe memory access operation");
        }
      });

  @Test
  void passesOnWhatIsReadAgainOnce() throws IOException {
    onBytes("abc");
    onBytes("de");
    once.restart();
    onBytes("ab");
    onBytes("cdef");
    onBytes("g");
    once.restart();
    onBytes("abcdefgh");
    assertThat(heard).hasToString("abcdefgh");
  }

  @Test
  void passesOnNothingAfterAFailureOfWhichNobodyKnowsWhatWasHeard() throws IOException {
    onBytes("abc");
    failing = true;
    assertThatThrownBy(() -> onBytes("def")).isInstanceOf(InternalError.class);
    failing = false;
    once.restart();
    assertThatThrownBy(() -> onBytes("abcdef")).isInstanceOf(IOException.class);
    assertThat(heard).hasToString("abcdef");
  }

  private void onBytes(String text) throws IOException {
    once.onBytes(StandardCharsets.US_ASCII.encode(text));
  }
}
