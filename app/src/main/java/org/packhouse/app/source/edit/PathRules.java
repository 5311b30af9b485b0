package org.packhouse.app.source.edit;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.storage.content.TreePath;

/**
 * Checks new paths: no clone may take them for its {@code .git}, and file systems must hold them.
 */
public final class PathRules {

  private static final int MAX_NAME_LENGTH = 255;

  /** Suffixes of names that NTFS ignores: dots, spaces, and names of streams. */
  private static final Pattern NTFS_END = Pattern.compile("(:.*|[. ]+)$");

  private PathRules() {}

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

  /** Returns the segments, each byte as a character. */
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
