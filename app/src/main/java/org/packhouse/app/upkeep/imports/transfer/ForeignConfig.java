package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;

/** Reads the object and ref format from a repository's config, without includes. */
final class ForeignConfig {

  private static final int MAX_SIZE = 1 << 20;

  private ForeignConfig() {}

  static void check(Path gitDirectory) throws IOException, ImportFailedException {
    if (Files.exists(gitDirectory.resolve("shallow"), LinkOption.NOFOLLOW_LINKS)) {
      throw new ImportFailedException(ImportProblem.INCOMPLETE, ImportMessages.SHALLOW);
    }
    Path file = gitDirectory.resolve("config");
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_SIZE) {
      return;
    }
    Config config = new Config();
    try {
      config.fromText(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    } catch (ConfigInvalidException e) {
      throw new ImportFailedException(
          ImportProblem.NOT_A_REPOSITORY, "The config of the repository cannot be read.");
    }
    String objects = config.getString("extensions", null, "objectformat");
    if (objects != null && !objects.equalsIgnoreCase("sha1")) {
      throw new ImportFailedException(ImportProblem.FORMAT, ImportMessages.SHA_256);
    }
    String refs = config.getString("extensions", null, "refstorage");
    if (refs != null && !refs.equalsIgnoreCase("files")) {
      throw new ImportFailedException(
          ImportProblem.FORMAT,
          "The repository keeps its refs in the format " + refs + "; only files can be imported.");
    }
    if (config.getString("extensions", null, "partialclone") != null) {
      throw new ImportFailedException(
          ImportProblem.INCOMPLETE, "The repository is a partial clone: objects are missing.");
    }
  }
}
