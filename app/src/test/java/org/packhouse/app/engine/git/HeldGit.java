package org.packhouse.app.engine.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A git for a server under test, one command of which waits while it is {@linkplain #hold held}.
 */
final class HeldGit {

  private static final String SCRIPT =
      """
      #!/bin/sh
      case " $* " in *" @COMMAND@ "*)
        while [ -e "@HOLD@" ]; do touch "@HOLD@.reached"; sleep 0.1; done ;;
      esac
      exec git "$@"
      """;

  private final Path program;
  private final Path hold;
  private final Path reached;

  private HeldGit(Path program, Path hold) {
    this.program = program;
    this.hold = hold;
    this.reached = hold.resolveSibling(hold.getFileName() + ".reached");
  }

  /** Makes one, which holds nothing yet. */
  static HeldGit in(Path directory, String command) throws IOException {
    Path hold = Files.createDirectories(directory).resolve("hold");
    Path program =
        Files.writeString(
            directory.resolve("git.sh"),
            SCRIPT.replace("@COMMAND@", command).replace("@HOLD@", hold.toString()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new HeldGit(program, hold);
  }

  /** The program. */
  String program() {
    return program.toString();
  }

  /** Has each such command wait from now on. */
  void hold() throws IOException {
    Files.deleteIfExists(reached);
    Files.createFile(hold);
  }

  /** Whether a command has waited since the last {@link #hold}. */
  boolean isReached() {
    return Files.exists(reached);
  }

  /** Ends {@link #hold}, if there was one. */
  void goOn() throws IOException {
    Files.deleteIfExists(hold);
  }
}
