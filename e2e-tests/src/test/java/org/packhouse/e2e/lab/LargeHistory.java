package org.packhouse.e2e.lab;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/**
 * A repository of 50,000 commits and 5,000 branches, the same in every run: a trunk of 40,000
 * commits over 1,200 files in 40 folders, and every eight commits a branch with two commits of its
 * own.
 */
final class LargeHistory {

  static final int COMMITS = 50_000;
  static final int BRANCHES = 5_000;

  private static final int OWN = 2;
  private static final int TRUNK = COMMITS - OWN * BRANCHES;
  private static final int FOLDERS = 40;
  private static final int FILES = 30;
  private static final long FIRST = 1_600_000_000L;
  private static final String[] WORDS = {
    "walk", "the", "graph", "once", "and", "keep", "what", "it", "found", "for", "later", "use"
  };

  private final Random random = new Random(5);
  private final OutputStream out;
  private int mark;

  private LargeHistory(OutputStream out) {
    this.out = out;
  }

  /** Writes it into a bare repository. */
  static void write(Path repository) throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "fast-import", "--quiet")
            .directory(repository.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream stream = new BufferedOutputStream(git.getOutputStream(), 1 << 16)) {
      new LargeHistory(stream).write();
    }
    if (git.waitFor() != 0) {
      throw new IOException("git fast-import failed in " + repository);
    }
  }

  private void write() throws IOException {
    int tip = commit("refs/heads/main", 0, this::everyFile);
    for (int i = 1; i < TRUNK; i++) {
      tip = commit("refs/heads/main", tip, this::someFiles);
      if (i % (TRUNK / BRANCHES) == 0) {
        branch("refs/heads/feature/%d/topic-%d".formatted(i % 50, i), tip);
      }
    }
    branch("refs/heads/feature/last", tip);
  }

  private void branch(String name, int from) throws IOException {
    int tip = from;
    for (int i = 0; i < OWN; i++) {
      tip = commit(name, tip, this::someFiles);
    }
  }

  @FunctionalInterface
  private interface Content {
    void write() throws IOException;
  }

  private int commit(String ref, int parent, Content content) throws IOException {
    mark++;
    String person = "Dev %d <dev%d@example.org>".formatted(mark % 97, mark % 97);
    say("commit " + ref);
    say("mark :" + mark);
    say("author %s %d +0000".formatted(person, FIRST + 60L * mark));
    say("committer %s %d +0000".formatted(person, FIRST + 60L * mark));
    data("Change %s\n\nNumber %d of many.\n".formatted(words(6), mark));
    if (parent > 0) {
      say("from :" + parent);
    }
    content.write();
    say("");
    return mark;
  }

  private void everyFile() throws IOException {
    for (int folder = 0; folder < FOLDERS; folder++) {
      for (int file = 0; file < FILES; file++) {
        file(folder, file);
      }
    }
    say("M 100644 inline README.md");
    data("# A large repository\n\n" + words(60) + "\n");
  }

  private void someFiles() throws IOException {
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      file(random.nextInt(FOLDERS), random.nextInt(FILES));
    }
  }

  private void file(int folder, int file) throws IOException {
    say("M 100644 inline module%02d/src/File%02d.java".formatted(folder, file));
    StringBuilder text = new StringBuilder("class File%02d {\n".formatted(file));
    for (int line = 0; line < 60; line++) {
      text.append("  // ").append(words(8)).append('\n');
    }
    data(text.append("}\n").toString());
  }

  private String words(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
    }
    return text.toString();
  }

  private void data(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    say("data " + bytes.length);
    out.write(bytes);
    out.write('\n');
  }

  private void say(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
