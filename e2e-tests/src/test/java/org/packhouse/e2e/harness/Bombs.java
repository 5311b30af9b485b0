package org.packhouse.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Repositories of a few objects that stand for more than any server can look at. */
public final class Bombs {

  private final Shell shell;
  private final Path repository;

  /** Bombs made in that repository of that person. */
  public Bombs(Shell shell, Path repository) {
    this.shell = shell;
    this.repository = repository;
  }

  /**
   * A commit of directories below one another, each of which names the next so many times.
   *
   * @return its id
   */
  public String trees(int levels, int width, String content, String... parents) {
    String next = input("hash-object -w --stdin", content);
    String kind = "100644 blob ";
    for (int level = 0; level < levels; level++) {
      String entry = kind + next + "\td";
      next =
          input(
              "mktree",
              IntStream.range(0, width)
                  .mapToObj(i -> entry + "%03d".formatted(i) + "\n")
                  .collect(Collectors.joining()));
      kind = "040000 tree ";
    }
    return commit(next, "A bomb\n", parents);
  }

  /** A commit of a tree with that message. */
  public String commit(String tree, String message, String... parents) {
    StringBuilder text = new StringBuilder("tree " + tree + "\n");
    for (String parent : parents) {
      text.append("parent ").append(parent).append('\n');
    }
    text.append("author A <a@example.org> 1767225600 +0000\n");
    text.append("committer A <a@example.org> 1767225600 +0000\n\n").append(message);
    return input("hash-object -w -t commit --stdin", text.toString());
  }

  /** What git prints when it reads that text. */
  public String input(String command, String text) {
    try {
      Path file = Files.createTempFile(shell.home(), "input", "");
      Files.writeString(file, text);
      String line = "git -C '%s' %s < '%s'".formatted(repository, command, file);
      String out = shell.run("sh", "-c", line).strip();
      Files.delete(file);
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
