package org.packhouse.app.platform.node.running;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RunningRequestsTest {

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("log/running-requests");
  }

  /** Runs out of memory while it serves. */
  static final class Hungry {

    static final List<byte[]> EATEN = new ArrayList<>();

    private Hungry() {}

    public static void main(String[] arguments) {
      RunningRequests running = RunningRequests.open(Path.of(arguments[0]));
      running.begin("@1 | GET /quick").end();
      running.begin("@2 | GET /endless");
      while (running != null) {
        EATEN.add(new byte[1 << 20]);
      }
    }
  }

  @Test
  void thoseOfAServerThatRanOutOfMemoryAreToldByTheNextOne() throws Exception {
    int code =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Hungry.class.getName(),
                file.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isEqualTo(3);
    assertThat(opened())
        .satisfiesExactly(
            line -> assertThat(line).contains("OutOfMemoryError", "One request ran then:"),
            line -> assertThat(line).isEqualTo("  @2 | GET /endless"));
    assertThat(RunningRequests.read(file)).isEmpty();
  }

  @Test
  void aServerThatIsStoppedLeavesNothing() throws Exception {
    RunningRequests running = RunningRequests.open(file);
    running.begin("GET /");
    assertThat(RunningRequests.read(file)).containsExactly("GET /");
    running.close();
    assertThat(file).doesNotExist();
    assertThat(opened()).isEmpty();
  }

  @Test
  void longLinesAreCutAndManyFindNoRoom() throws Exception {
    RunningRequests running = RunningRequests.open(file);
    List<RunningRequests.Note> notes = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      notes.add(running.begin("x".repeat(1000)));
    }
    assertThat(RunningRequests.read(file)).hasSize(512).containsOnly("x".repeat(254));
    notes.forEach(RunningRequests.Note::end);
    notes.forEach(RunningRequests.Note::end);
    assertThat(RunningRequests.read(file)).isEmpty();
    for (int i = 0; i < 512; i++) {
      running.begin("again " + i);
    }
    assertThat(RunningRequests.read(file)).doesNotHaveDuplicates().hasSize(512);
  }

  @Test
  void noLineIsLostOrMixedByManyAtOnce() throws Exception {
    RunningRequests running = RunningRequests.open(file);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int thread = 0; thread < 8; thread++) {
        String line = ("thread " + thread + " ").repeat(20);
        threads.execute(() -> {
          for (int i = 0; i < 5000; i++) {
            running.begin(line).end();
          }
          running.begin(line);
        });
      }
    }
    assertThat(RunningRequests.read(file)).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void aFileThatCannotBeWrittenKeepsNoServerFromItsStart() throws Exception {
    Files.writeString(directory.resolve("log"), "no directory");
    RunningRequests running = RunningRequests.open(file);
    running.begin("GET /").end();
    running.close();
  }

  private List<String> opened() {
    Logger logger = (Logger) LoggerFactory.getLogger(RunningRequests.class);
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    logger.addAppender(appender);
    try {
      RunningRequests.open(file);
    } finally {
      logger.detachAppender(appender);
    }
    return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
