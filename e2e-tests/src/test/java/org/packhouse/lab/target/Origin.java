package org.packhouse.lab.target;

import java.nio.file.Path;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.data.TestRepository;

/** Makes repositories as the lab's generator leaves them: bare and packed. */
final class Origin {

  private static final int LINES = 40_000;

  private Origin() {}

  /** A repository of 2 MB in a few commits. */
  static TestRepository large(Shell shell, String name) {
    Path work = shell.repository(name + "-work");
    shell.commit(work, "noise.txt", noise());
    shell.git(work, "branch", "topic");
    shell.commit(work, "more.txt", "More\n");
    Path bare = shell.home().resolve("origins").resolve(name);
    shell.run("git", "clone", "-q", "--bare", work.toString(), bare.toString());
    shell.git(bare, "repack", "-adq");
    return new TestRepository(name, name, bare);
  }

  private static String noise() {
    java.util.Random random = new java.util.Random(1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      text.append(Long.toHexString(random.nextLong()))
          .append(Long.toHexString(random.nextLong()))
          .append(Long.toHexString(random.nextLong()))
          .append(Long.toHexString(random.nextLong()))
          .append('\n');
    }
    return text.toString();
  }
}
