package org.packhouse.app.engine.git;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectChecker.ErrorType;

/** Accepts harmless defects of old objects, which cannot be repaired without changing every id. */
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

  /** Defects that native git names differently, or JGit does not check. */
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

  /** Checks objects that the server makes itself in existing trees. */
  public static ObjectChecker create() {
    ObjectChecker checker = new ObjectChecker();
    checker.setAllowInvalidPersonIdent(true);
    checker.setAllowLeadingZeroFileMode(true);
    HARMLESS.forEach(type -> checker.setIgnore(type, true));
    return checker;
  }

  /** Returns the value of {@code git index-pack --strict=}. */
  public static String forNativeGit() {
    return HARMLESS_TO_GIT.stream()
        .map(id -> id.toLowerCase(Locale.ROOT) + "=warn")
        .collect(Collectors.joining(","));
  }

  /** Returns the names below {@code fsck.} and {@code fetch.fsck.} of which git only warns. */
  public static List<String> harmlessToGit() {
    return HARMLESS_TO_GIT;
  }
}
