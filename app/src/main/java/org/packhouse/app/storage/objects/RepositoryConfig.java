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
 * The {@code config} file of a repository, written once and compared before each use: native git
 * obeys any setting in it, including those that start programs.
 */
final class RepositoryConfig {

  static final String FILE = "config";

  // JGit reads core.trustStat and core.commitGraph. Other nodes write over NFS, where only
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

  // Written after the alternates, so that it implies them.
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

  static byte[] content(long poolId) {
    return (new String(CONTENT, StandardCharsets.UTF_8) + MEMBERSHIP + poolId + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the pool borrowed from, or null. Fails for unexpected settings, which might start
   * programs, and for object formats other than SHA-1.
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

  /** Reads without opening the directory: the file is read per request and rarely replaced. */
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
