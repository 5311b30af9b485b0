package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.packhouse.e2e.harness.PackagedServer;

class LoadedClassesTest {

  @Test
  void aNodeThatIsAloneLoadsNothingOfHazelcast() throws IOException, InterruptedException {
    String loaded = loaded();
    assertThat(loaded)
        .contains("org.packhouse.cluster.Membership")
        .doesNotContain("com.hazelcast.");
  }

  /** Spring says nothing when it reads annotations, and the start takes half as long again. */
  @Test
  void aStartReadsNoAnnotationsForItsBeans() throws IOException, InterruptedException {
    assertThat(loaded())
        .contains("org.packhouse.app.PackhouseServer__ApplicationContextInitializer")
        .doesNotContain("org.springframework.context.annotation.ConfigurationClassParser");
  }

  private static String loaded() throws IOException, InterruptedException {
    long pid = PackagedServer.shared().process().pid();
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asked =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), "VM.class_hierarchy")
            .redirectErrorStream(true)
            .start();
    String loaded = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(asked.waitFor()).as(loaded).isZero();
    return loaded;
  }

  /** The JVM says nothing when its flags are not those of the recording, and starts slowly. */
  @Test
  void aStartGoesByTheOneThatWasRecorded() throws IOException {
    long pid = PackagedServer.shared().process().pid();
    assertThat(Files.readString(Path.of("/proc", Long.toString(pid), "maps")))
        .containsPattern("/start-\\d+\\.aot\n");
  }
}
