package org.packhouse.app.engine.git;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectChecker.ErrorType;

/**
 * Lets pass what is wrong in objects of old repositories and harms nobody: git itself made such
 * objects once, or other programs did, and a history that has one cannot be repaired without
 * changing every id.
 */
public final class LenientObjectChecker {

  private static final Set<ErrorType> HARMLESS =
      EnumSet.of(
          ErrorType.ZERO_PADDED_FILEMODE,
          ErrorType.BAD_DATE,
          ErrorType.BAD_EMAIL,
          ErrorType.BAD_TIMEZONE,
          ErrorType.MISSING_EMAIL,
          ErrorType.MISSING_SPACE_BEFORE_DATE,
          ErrorType.MISSING_TAG_ENTRY,
          ErrorType.NULL_SHA1);

  /** Those that native git knows by a name of its own, or JGit does not look for. */
  private static final List<String> HARMLESS_TO_GIT =
      List.of(
          "zeroPaddedFilemode",
          "badFilemode",
          "badDate",
          "badDateOverflow",
          "badEmail",
          "badName",
          "badTimezone",
          "missingEmail",
          "missingSpaceBeforeDate",
          "missingSpaceBeforeEmail",
          "missingTaggerEntry",
          "missingNameBeforeEmail",
          "multipleAuthors",
          "nulInCommit",
          "badTagName",
          "nullSha1",
          "gitmodulesParse",
          "gitignoreSymlink",
          "gitattributesSymlink",
          "mailmapSymlink");

  private LenientObjectChecker() {}

  /** For objects that the server makes itself, in trees that are there. */
  public static ObjectChecker create() {
    ObjectChecker checker = new ObjectChecker();
    checker.setAllowInvalidPersonIdent(true);
    checker.setAllowLeadingZeroFileMode(true);
    HARMLESS.forEach(type -> checker.setIgnore(type, true));
    return checker;
  }

  /** For {@code git index-pack --strict=}. */
  public static String forNativeGit() {
    return HARMLESS_TO_GIT.stream()
        .map(id -> id.toLowerCase(Locale.ROOT) + "=warn")
        .collect(Collectors.joining(","));
  }

  /** What native git shall only warn of: the names below {@code fsck.} and {@code fetch.fsck.}. */
  public static List<String> harmlessToGit() {
    return HARMLESS_TO_GIT;
  }
}
