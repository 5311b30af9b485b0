package org.packhouse.e2e.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.packhouse.lab.process.Launcher;

/**
 * Real repositories, as bundles in a directory {@code shared/data} beside the source tree, or in
 * the one that the system property {@code bundles} names. Tests that need them are skipped without.
 */
public final class Bundles {

  private Bundles() {}

  /** A mirror clone of a bundle. */
  public static Path mirror(Shell shell, String name) {
    Path bundle = directory().resolve(name + ".bundle");
    assumeTrue(Files.exists(bundle), () -> "There is no " + bundle);
    Path mirror = shell.home().resolve(name + ".git");
    shell.run("git", "clone", "-q", "--mirror", bundle.toString(), mirror.toString());
    return mirror;
  }

  private static Path directory() {
    String given = System.getProperty("bundles");
    Path beside = Objects.requireNonNull(Launcher.root().getParent()).resolve("shared/data");
    return given == null ? beside : Path.of(given);
  }
}
