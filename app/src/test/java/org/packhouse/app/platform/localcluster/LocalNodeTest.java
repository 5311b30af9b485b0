package org.packhouse.app.platform.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;

/** Processes that start for longer than anybody would wait for one that stands still. */
class LocalNodeTest {

  private static final Duration MAX_STILL = Duration.ofSeconds(2);

  @TempDir private Path home;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream told = new PrintStream(out, true, StandardCharsets.UTF_8);

  private LocalNode launch(String script) {
    NodePlace place = new NodePlace(1, home.resolve("node-1"), 0, 0, 0);
    LocalNode node = new LocalNode(place, List.of("sh", "-c", script), Map.of());
    node.launch();
    return node;
  }

  @Test
  void aNodeThatGetsOnIsWaitedForAndWhatItDoesIsSaid() {
    LocalNode node =
        launch("n=0; while [ $n -lt 15 ]; do echo step $n; n=$((n + 1)); sleep 0.4; done; exit 3");
    assertThatThrownBy(() -> node.awaitReady(told, MAX_STILL, Duration.ofMillis(500)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage("node-1 has ended: step 14");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("node-1 is starting \\([0-9]+ s\\): step [0-9]+");
  }

  @Test
  void aNodeThatStandsStillIsGivenUp() {
    LocalNode node = launch("echo waits; exec sleep 600");
    try {
      assertThatThrownBy(() -> node.awaitReady(told, MAX_STILL, Duration.ofMinutes(1)))
          .isInstanceOf(StartRefusedException.class)
          .hasMessageContaining("node-1 has made no progress for 2 s; its last words: waits");
    } finally {
      node.stop();
    }
  }
}
