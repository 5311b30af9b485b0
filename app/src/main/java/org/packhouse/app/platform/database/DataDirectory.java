package org.packhouse.app.platform.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.springframework.util.FileSystemUtils;

/**
 * The data directory of the embedded PostgreSQL, with the password of its only user beside it.
 *
 * <p>A PostgreSQL left running by a killed server is stopped before another is started on the same
 * data. PostgreSQL's own guard, a file with a process id, fails where ids are reused, as in
 * containers: so the processes are checked, and the file is removed only if none uses the
 * directory.
 */
final class DataDirectory {

  /** The only user, who owns the database. */
  static final String USER = "packhouse";

  private static final String PID_FILE = "postmaster.pid";

  /** Lines of "postmaster.pid": process, directory, start time, port. */
  private static final int PORT_LINE = 3;

  private static final int PASSWORD_BYTES = 24;

  /**
   * Iterations slow down guessing, which {@link #PASSWORD_BYTES} random bytes rule out. Every
   * connection pays for them: the default of 4,096 costs a thirtieth of a start.
   */
  private static final String ROUNDS = "scram_iterations=1";

  private final Path directory;
  private final Path passwordFile;
  private final Path log;
  private final PostgresPrograms programs;

  DataDirectory(Path directory, Path log, PostgresPrograms programs) {
    this.directory = directory;
    this.passwordFile = directory.resolveSibling(directory.getFileName() + ".password");
    this.log = log;
    this.programs = programs;
  }

  Path path() {
    return directory;
  }

  String password() throws IOException {
    return Files.readString(passwordFile).strip();
  }

  /** Returns the port of the PostgreSQL running on the directory, or null. */
  @Nullable Integer port() throws IOException {
    try {
      List<String> lines = Files.readAllLines(directory.resolve(PID_FILE));
      return lines.size() > PORT_LINE && uses(Long.parseLong(lines.getFirst().strip()))
          ? (Integer) Integer.parseInt(lines.get(PORT_LINE).strip())
          : null;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Creates the directory atomically unless it exists. */
  void prepare() throws IOException {
    if (Files.exists(directory.resolve("PG_VERSION"))) {
      return;
    }
    Path passing = directory.resolveSibling(directory.getFileName() + ".new");
    FileSystemUtils.deleteRecursively(passing);
    if (!Files.exists(passwordFile)) {
      writePassword();
    }
    int status =
        programs.run(
            "initdb",
            List.of(
                "--pgdata=" + passing,
                "--username=" + USER,
                "--auth=scram-sha-256",
                "--set=" + ROUNDS,
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"),
            log);
    if (status != 0) {
      throw new StartRefusedException(
          "The embedded PostgreSQL cannot make its files in %s: %s."
              .formatted(directory, PostgresPrograms.tail(log)));
    }
    Files.move(passing, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  private void writePassword() throws IOException {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    Files.createFile(
        passwordFile,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        passwordFile, HexFormat.of().formatHex(random) + "\n", StandardOpenOption.WRITE);
  }

  /** Stops a PostgreSQL left by an earlier server and waits until no process uses the directory. */
  void stopWhatWasLeft() throws IOException {
    Path file = directory.resolve(PID_FILE);
    if (!Files.exists(file)) {
      return;
    }
    long process = Long.parseLong(Files.readAllLines(file).getFirst().strip());
    if (uses(process)) {
      programs.run(
          "pg_ctl",
          List.of("stop", "--pgdata=" + directory, "--mode=fast", "--wait", "--timeout=60"),
          log);
    }
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (isUsed()) {
      if (System.nanoTime() > deadline) {
        throw new StartRefusedException(
            "Processes of an earlier PostgreSQL still use %s; end them and start again."
                .formatted(directory));
      }
      LockSupport.parkNanos(100_000_000L);
    }
    Files.deleteIfExists(file);
  }

  /** Returns whether a process has the directory as its working directory, as PostgreSQL's do. */
  private boolean isUsed() {
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      return processes.anyMatch(process -> uses(process.pid()));
    }
  }

  private boolean uses(long process) {
    try {
      Path working = Path.of("/proc", Long.toString(process), "cwd").toRealPath();
      return working.equals(directory.toRealPath(LinkOption.NOFOLLOW_LINKS))
          || working.equals(directory.toRealPath());
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }
}
