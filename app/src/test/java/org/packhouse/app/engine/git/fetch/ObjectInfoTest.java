package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.testing.GitFixture;

class ObjectInfoTest {

  @TempDir private Path directory;
  private GitFixture source;
  private FetchKit kit;

  @BeforeEach
  void makeRepositories() {
    source = GitFixture.workTree(directory.resolve("source"));
    source.commit("a", "seven..");
    kit = new FetchKit();
    kit.fill(source);
  }

  @Test
  void tellsSizesWithoutAProcess() {
    String blob = source.git("rev-parse", "HEAD:a");
    String commit = source.git("rev-parse", "HEAD");
    String size = source.git("cat-file", "-s", "HEAD");
    long before = kit.processes();
    assertThat(ask("size", "oid " + blob, "oid " + commit))
        .isEqualTo(FetchKit.text(FetchKit.lines("size", blob + " 7", commit + " " + size, "0000")));
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void answersThatNothingWasAsked() {
    assertThat(ask("size")).isEqualTo("0009size\n0000");
  }

  @Test
  void tellsNothingOfAnObjectThatTheClientMayNotWant() {
    String absent = "2".repeat(40);
    assertThat(ask("size", "oid " + absent)).endsWith("ERR upload-pack: not our ref " + absent);
  }

  private String ask(String... arguments) {
    return FetchKit.text(kit.ask(ProtocolVersion.V2, FetchKit.command("object-info", arguments)));
  }
}
