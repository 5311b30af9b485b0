package org.packhouse.app.storage.objects;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;
import org.jspecify.annotations.Nullable;

/**
 * The {@code config} file of a repository. Native git obeys whatever is in it, even settings that
 * start programs, so it is ours: written once and compared before each use.
 */
final class RepositoryConfig {

  static final String FILE = "config";

  // JGit reads core.trustStat and core.commitGraph. Other nodes write here over NFS, where only
  // after_open sees a fresh ref.
  private static final byte[] CONTENT =
      """
      [core]
      \trepositoryformatversion = 0
      \tfilemode = true
      \tbare = true
      \tlogAllRefUpdates = false
      \ttrustStat = after_open
      \tcommitGraph = true
      """
          .getBytes(StandardCharsets.UTF_8);

  // Written after the alternates: whoever reads it may rely on them.
  private static final String MEMBERSHIP = "[packhouse]\n\tpool = ";

  private static final Set<String> KNOWN_SECTIONS = Set.of("core", "extensions", "packhouse");
  private static final Set<String> KNOWN_CORE =
      Set.of(
          "repositoryformatversion",
          "filemode",
          "bare",
          "logallrefupdates",
          "truststat",
          "commitgraph",
          "multipackindex");

  private RepositoryConfig() {}

  static byte[] content() {
    return CONTENT.clone();
  }

  /** The content for a repository that borrows from a pool. */
  static byte[] content(long poolId) {
    return (new String(CONTENT, StandardCharsets.UTF_8) + MEMBERSHIP + poolId + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Refuses a directory whose config could make git do what we did not ask for, or whose objects
   * have names other than SHA-1.
   *
   * @return the pool that it borrows from; null: from none
   */
  static @Nullable Long check(Path directory) throws IOException {
    byte[] found = read(directory.resolve(FILE));
    if (found == null) {
      throw new FileNotFoundException("Repository " + directory.getFileName() + " is not there");
    }
    return Arrays.equals(found, CONTENT)
        ? null
        : checkEach(directory, new String(found, StandardCharsets.UTF_8));
  }

  /** It is read with each request and hardly ever replaced: its directory is not opened for it. */
  private static byte @Nullable [] read(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return new SharedFiles().read(file);
    } catch (IOException e) {
      if (SharedFiles.isStale(e)) {
        return new SharedFiles().read(file);
      }
      throw e;
    }
  }

  private static @Nullable Long checkEach(Path directory, String text) throws IOException {
    Config config = new Config();
    try {
      config.fromText(text);
    } catch (ConfigInvalidException e) {
      throw new IOException("The config of " + directory.getFileName() + " cannot be read", e);
    }
    String format = config.getString("extensions", null, "objectformat");
    if (format != null && !format.equals("sha1")) {
      throw new IOException(
          directory.getFileName() + " uses object format " + format + "; only sha1 is supported");
    }
    for (String section : config.getSections()) {
      if (!KNOWN_SECTIONS.contains(section) || !config.getSubsections(section).isEmpty()) {
        throw unexpected(directory, section);
      }
      for (String written : config.getNames(section)) {
        String name = written.toLowerCase(Locale.ROOT);
        if (!isKnown(section, name)) {
          throw unexpected(directory, section + "." + name);
        }
      }
    }
    long pool = config.getLong("packhouse", "pool", 0);
    return pool > 0 ? pool : null;
  }

  private static boolean isKnown(String section, String name) {
    return switch (section) {
      case "core" -> KNOWN_CORE.contains(name);
      case "extensions" -> name.equals("objectformat");
      default -> name.equals("pool");
    };
  }

  private static IOException unexpected(Path directory, String key) {
    return new IOException(
        "The config of "
            + directory.getFileName()
            + " has "
            + key
            + ", which Packhouse never writes");
  }
}
