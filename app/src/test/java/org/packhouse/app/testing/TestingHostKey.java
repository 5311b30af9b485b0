package org.packhouse.app.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.springframework.util.FileSystemUtils;

/**
 * The one RSA host key of all servers of tests. Each would make its own in the background, which
 * takes the tests' Java, without its better compiler, ten seconds of processor.
 */
final class TestingHostKey {

  private static final String FILE = "ssh_host_rsa_key";

  private static final class Holder {
    static final byte[] KEY = make();
  }

  private TestingHostKey() {}

  /** Puts it into a shared home that has none. */
  static void putInto(Path sharedHome) throws IOException {
    Path directory = Files.createDirectories(sharedHome.resolve("config").resolve("ssh"));
    Path key = directory.resolve(FILE);
    if (Files.notExists(key)) {
      Path draft = directory.resolve("." + FILE + "." + UUID.randomUUID());
      Files.createFile(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(draft, Holder.KEY);
      // Another node may read it meanwhile.
      Files.move(draft, key, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static byte[] make() {
    try {
      Path directory = Files.createTempDirectory("packhouse-test-key");
      try {
        TestingSsh.Result made =
            TestingSsh.run(
                directory, "ssh-keygen", "-q", "-t", "rsa", "-b", "3072", "-N", "", "-f", FILE);
        if (made.status() != 0) {
          throw new IllegalStateException(made.err());
        }
        return Files.readAllBytes(directory.resolve(FILE));
      } finally {
        FileSystemUtils.deleteRecursively(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
