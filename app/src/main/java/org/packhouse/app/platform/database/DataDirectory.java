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
 * The directory with the data of the embedded PostgreSQL and, beside it, the password of its only
 * user.
 *
 * <p>A server that was killed may leave a PostgreSQL that still runs on the directory. It is
 * stopped before another one starts: two on the same data would destroy it. PostgreSQL has a guard
 * against that, a file with a process id, which misleads where ids are used again, as in a
 * container; so this class looks at the processes themselves and removes the file only if none uses
 * the directory.
 */
final class DataDirectory {

  /** The only user, who owns the database. */
  static final String USER = "packhouse";

  private static final String PID_FILE = "postmaster.pid";

  /** See "postmaster.pid" in PostgreSQL's manual: process, directory, start, port. */
  private static final int PORT_LINE = 3;

  private static final int PASSWORD_BYTES = 24;

  /**
   * Rounds make guessing dear, and a password of {@link #PASSWORD_BYTES} random bytes is not
   * guessed. Each connection pays for them: with the 4,096 that PostgreSQL takes by itself, a
   * thirtieth of what a start has to do.
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

  /** The port of the PostgreSQL that runs on the directory; null: none runs. */
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

  /** Makes the directory if it is not there, whole or not at all. */
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

  /** Stops what an earlier server has left running, and waits until nothing uses the directory. */
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

  /** Whether any process works in the directory, as all of PostgreSQL's do. */
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
