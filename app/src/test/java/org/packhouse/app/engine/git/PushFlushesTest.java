package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;

/**
 * Flushes of the disk that a push waits for: one of each file and of each directory it goes into.
 */
class PushFlushesTest {

  private static final String FLUSH = "jdk.FileForce";
  private static final String PACKS = "objects/pack";
  private static final String IN_NO_DIRECTORY_OF_ITS_OWN = ".*/incoming/[0-9a-f-]{36}/[^/]+";
  private static final String HEADS = "refs/heads";

  /** Objects of more bytes than wait in memory, and not too many for the server itself. */
  private static final int TOO_MANY_TO_HOLD = 1_800;

  /** More objects than the server takes in by itself. */
  private static final int MANY = 2_100;

  @TempDir private Path directory;
  private final FetchKit kit = new FetchKit();

  @Test
  void flushesPackAndIndexAndRefOnceEachWithTheirDirectories() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a", "1");
    push(work);
    work.commit("a", "2");

    assertThat(flushed(work))
        .satisfiesExactlyInAnyOrder(
            it -> assertThat(it).matches(IN_NO_DIRECTORY_OF_ITS_OWN + "\\.pack"),
            it -> assertThat(it).matches(IN_NO_DIRECTORY_OF_ITS_OWN + "\\.idx"),
            it -> assertThat(it).endsWith(PACKS),
            it -> assertThat(it).contains("/incoming/").endsWith("/files/next"),
            it -> assertThat(it).endsWith(HEADS));
  }

  @Test
  void flushesOnceEachAsWellWhatIsTooLargeToWaitInMemory() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a", "1");
    push(work);
    for (int i = 0; i < TOO_MANY_TO_HOLD; i++) {
      work.write("many/" + i, ("line " + i + "\n").repeat(20));
    }
    work.commitAll("many");

    assertThat(flushed(work))
        .satisfiesExactlyInAnyOrder(
            it -> assertThat(it).matches(IN_NO_DIRECTORY_OF_ITS_OWN + "/[^/]+\\.pack"),
            it -> assertThat(it).matches(IN_NO_DIRECTORY_OF_ITS_OWN + "/[^/]+\\.idx"),
            it -> assertThat(it).endsWith(PACKS),
            it -> assertThat(it).contains("/incoming/").endsWith("/files/next"),
            it -> assertThat(it).endsWith(HEADS));
  }

  @Test
  void flushesWhatNativeGitHasTakenAsWell() throws IOException {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("a", "1");
    push(work);
    for (int i = 0; i < MANY; i++) {
      work.write("many/" + i, "line " + i + "\n");
    }
    work.commitAll("many");

    assertThat(flushed(work))
        .anySatisfy(it -> assertThat(it).contains("/pack/").endsWith(".pack"))
        .anySatisfy(it -> assertThat(it).contains("/pack/").endsWith(".idx"))
        .anySatisfy(it -> assertThat(it).endsWith(PACKS));
  }

  private void push(GitFixture work) {
    work.git("push", "--quiet", kit.url(), "HEAD:refs/heads/main");
  }

  /**
   * The files and directories of the repository, or on their way into it, that were flushed in the
   * course of a push.
   */
  private List<String> flushed(GitFixture work) throws IOException {
    Path file = directory.resolve("flushes.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(FLUSH).withoutThreshold();
      recording.start();
      push(work);
      recording.stop();
      recording.dump(file);
    }
    String own = "/" + kit.repository.id() + ".git/";
    return RecordingFile.readAllEvents(file).stream()
        .map(it -> it.getString("path"))
        .filter(it -> it != null && (it.contains(own) || it.contains("/incoming/")))
        .toList();
  }
}
