package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

/** Objects that somebody else would have to hold in memory are not taken, however they come. */
class LargeObjectsPushTest {

  private static final String AUTHOR = "A <a@example.org> 1767225600 +0000";

  @TempDir private Path directory;
  private Pushing pushing;
  private GitFixture work;

  @BeforeEach
  void makeRepository() {
    pushing = new Pushing(TestingServer.shared(), directory);
    work = pushing.workTree("work");
    work.commit("file", "1");
  }

  @Test
  void refusesACommitThatIsTooLarge() {
    String small = commit("m".repeat(1_000_000));
    assertThat(push(small).errors()).doesNotContain("rejected");

    // Zeros make a small pack, which the server takes in itself; noise a large one.
    for (String message : List.of("m".repeat(1_100_000), noise(1_600_000))) {
      String large = commit(message);
      assertThat(push(large).errors())
          .contains("the commit " + large + " has ", "and at most 1048576 are taken");
    }
    assertThat(push(commit("fine")).errors()).doesNotContain("rejected");
  }

  @Test
  void refusesATagThatIsTooLarge() {
    String tag =
        "object %s\ntype commit\ntag t\ntagger %s\n\n%s"
            .formatted(work.git("rev-parse", "HEAD"), AUTHOR, "m".repeat(1_100_000));
    String id = input(tag, "hash-object", "-t", "tag", "-w", "--stdin");
    assertThat(push(id + ":refs/tags/t").errors())
        .contains("the tag " + id + " has ", "and at most 1048576 are taken");
  }

  @Test
  void refusesATreeOfTooManyEntries() {
    String blob = work.git("rev-parse", "HEAD:file");
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < 100_001; i++) {
      entries.append("100644 blob ").append(blob).append('\t').append(i).append('\n');
    }
    String tree = input(entries.toString(), "mktree");
    assertThat(push(input("x", "commit-tree", tree)).errors())
        .contains("the tree " + tree + " has 100001 entries, and at most 100000 are taken");

    int last = entries.lastIndexOf("\n", entries.length() - 2);
    String fine = input(entries.substring(0, last + 1), "mktree");
    assertThat(push(input("x", "commit-tree", fine)).errors()).doesNotContain("rejected");
  }

  private String commit(String message) {
    String tree = work.git("rev-parse", "HEAD^{tree}");
    String text = "tree %s\nauthor %s\ncommitter %s\n\n%s".formatted(tree, AUTHOR, AUTHOR, message);
    return input(text, "hash-object", "-t", "commit", "-w", "--stdin");
  }

  private GitFixture.Result push(String what) {
    return work.run("push", "origin", what.contains(":") ? what : "+" + what + ":refs/heads/main");
  }

  private String input(String text, String... command) {
    List<String> line = new java.util.ArrayList<>(List.of("git"));
    line.addAll(List.of(command));
    GitFixture.Result result = work.execute(line, text.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result.output().strip();
  }

  private static String noise(int length) {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt(90)));
    }
    return text.toString();
  }
}
