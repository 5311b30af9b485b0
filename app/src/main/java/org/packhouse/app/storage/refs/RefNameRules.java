package org.packhouse.app.storage.refs;

import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Rules for the names of refs. */
public final class RefNameRules {

  /** File systems take 255 bytes for a name, and git puts {@code .lock} behind it. */
  private static final int MAX_PART_LENGTH = 250;

  private static final int MAX_NAME_LENGTH = 1024;

  private RefNameRules() {}

  /**
   * What is wrong with the full name of a ref that shall be made or moved, in a few words; null: it
   * may be called that.
   */
  public static @Nullable String problem(String ref) {
    if (RefNames.isReserved(ref)) {
      return "refs/pull-requests/* and refs/packhouse/* are written by the server alone";
    }
    if (!isValid(ref)) {
      return "funny refname";
    }
    if (isTooLong(ref)) {
      return "ref name longer than " + MAX_NAME_LENGTH + " bytes, or 250 in one part";
    }
    return null;
  }

  /**
   * Whether a branch or tag begins with a dash, which {@code git branch} and {@code git tag} refuse
   * to make: people would meet an option where they name it.
   */
  public static boolean isOptionLike(String ref) {
    return ref.startsWith(RefNames.HEADS + "-") || ref.startsWith(RefNames.TAGS + "-");
  }

  /** As {@code git check-ref-format}: below {@code refs/}, in two parts at least. */
  private static boolean isValid(String ref) {
    return ref.startsWith("refs/")
        && ref.indexOf('/', "refs/".length()) > 0
        && Repository.isValidRefName(ref)
        && ref.codePoints()
            .noneMatch(
                it -> Character.isISOControl(it) || Character.getType(it) == Character.SURROGATE);
  }

  private static boolean isTooLong(String ref) {
    if (ref.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_LENGTH) {
      return true;
    }
    for (String part : ref.split("/", -1)) {
      if (part.getBytes(StandardCharsets.UTF_8).length > MAX_PART_LENGTH) {
        return true;
      }
    }
    return false;
  }
}
