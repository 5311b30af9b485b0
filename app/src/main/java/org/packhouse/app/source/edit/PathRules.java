package org.packhouse.app.source.edit;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.storage.content.TreePath;

/**
 * Rules for the path of a new file: nowhere that a clone, on whatever system, would take for its
 * own {@code .git}, and nowhere that a file system cannot hold.
 */
public final class PathRules {

  private static final int MAX_NAME_LENGTH = 255;

  /** What NTFS passes over at the end of a name: dots, spaces, and the name of a stream. */
  private static final Pattern NTFS_END = Pattern.compile("(:.*|[. ]+)$");

  private PathRules() {}

  /**
   * Lets paths pass that a file may have.
   *
   * @throws InvalidFieldException for every other one
   */
  public static void check(TreePath path) {
    if (path.isRoot()) {
      throw new InvalidFieldException("path", "The path of a file is required.");
    }
    ObjectChecker checker = new ObjectChecker().setSafeForMacOS(true);
    for (String name : segments(path)) {
      byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
      if (bytes.length > MAX_NAME_LENGTH) {
        throw refused(path, "a name has at most " + MAX_NAME_LENGTH + " bytes");
      }
      try {
        checker.checkPathSegment(bytes, 0, bytes.length);
      } catch (CorruptObjectException e) {
        throw refused(path, "git does not take it: " + e.getMessage());
      }
      for (String part : name.split("\\\\", -1)) {
        if (isGitDirectory(part)) {
          throw refused(path, "nothing may be called .git, or what file systems take for it");
        }
      }
    }
  }

  /** The names on the way, each byte a character. */
  static String[] segments(TreePath path) {
    return new String(path.bytes(), StandardCharsets.ISO_8859_1).split("/", -1);
  }

  private static boolean isGitDirectory(String name) {
    String plain = name;
    for (String shorter = NTFS_END.matcher(plain).replaceFirst("");
        !shorter.equals(plain);
        shorter = NTFS_END.matcher(plain).replaceFirst("")) {
      plain = shorter;
    }
    String folded = plain.toLowerCase(Locale.ROOT);
    return folded.equals(".git") || folded.equals("git~1");
  }

  private static InvalidFieldException refused(TreePath path, String rule) {
    return new InvalidFieldException(
        "path",
        "%s cannot be the path of a file: %s."
            .formatted(InvalidFieldException.quote(path.display()), rule));
  }
}
