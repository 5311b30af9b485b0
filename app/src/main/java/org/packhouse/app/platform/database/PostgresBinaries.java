package org.packhouse.app.platform.database;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.springframework.util.FileSystemUtils;

/** Unpacks the bundled PostgreSQL programs, once per home. */
final class PostgresBinaries {

  private PostgresBinaries() {}

  /** Returns the directory of {@code bin}, {@code lib} and {@code share}. */
  static Path unpack(Path caches) throws IOException {
    String archive = "postgres-%s-%s.txz".formatted(system(), machine());
    URL resource = PostgresBinaries.class.getResource("/" + archive);
    if (resource == null) {
      throw new StartRefusedException(
          "No PostgreSQL comes along for %s on %s; set jdbc.url, jdbc.user and jdbc.password to one of your own."
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    // The size distinguishes the archives of different releases.
    URLConnection connection = resource.openConnection();
    Path directory = caches.resolve("postgresql-" + connection.getContentLengthLong());
    try (InputStream in = connection.getInputStream()) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(caches);
        Path passing = Files.createTempDirectory(caches, "unpacking-");
        unpack(in, passing);
        moveUnlessThere(passing, directory);
      }
      return directory;
    }
  }

  private static void moveUnlessThere(Path passing, Path directory) throws IOException {
    try {
      Files.move(passing, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      FileSystemUtils.deleteRecursively(passing);
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }

  private static void unpack(InputStream archive, Path directory) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = directory.resolve(entry.getName()).normalize();
        if (!target.startsWith(directory)) {
          throw new IOException(
              "The archive of PostgreSQL leaves its directory by " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          unpack(tar, entry, target);
        }
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
      throws IOException {
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, target);
    Set<PosixFilePermission> permissions =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    if ((entry.getMode() & 0100) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
    }
    Files.setPosixFilePermissions(target, permissions);
  }

  private static String system() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(" ", "");
  }

  private static String machine() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> "x86_64";
      case "aarch64", "arm64" -> "arm_64";
      default -> System.getProperty("os.arch");
    };
  }
}
