package org.packhouse.app.storage.refs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.RefRule;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Refuses invalid ref names, and several changes of one ref in a request. */
@Component
public final class RefNameRules implements RefRule {

  /** File systems allow 255 bytes, and git appends {@code .lock}. */
  private static final int MAX_PART_LENGTH = 250;

  private static final int MAX_NAME_LENGTH = 1024;

  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-fA-F]{40}");

  @Override
  public List<Refusal> check(RefRequest request) {
    Set<String> seen = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    for (RefChange change : request.changes()) {
      if (!seen.add(change.refName())) {
        repeated.add(change.refName());
      }
    }
    List<Refusal> refusals = new ArrayList<>();
    for (RefChange change : request.changes()) {
      String problem =
          repeated.contains(change.refName()) ? "multiple updates for one ref" : problem(change);
      if (problem != null) {
        refusals.add(new Refusal(change.refName(), problem, List.of()));
      }
    }
    return refusals;
  }

  private static @Nullable String problem(RefChange change) {
    return change.kind() == RefChange.Kind.ADD
        ? RefNameRules.creationProblem(change.refName())
        : RefNameRules.problem(change.refName());
  }

  @Override
  public int order() {
    return -100;
  }

  /** Returns why a ref of that full name may not be created or moved, in a few words, or null. */
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
   * Returns why no ref of that full name may be created, in a few words, or null. New branches and
   * tags may not have short names that git or a client reads as an option, HEAD, a full name or a
   * commit id; existing ones can still be moved and deleted.
   */
  public static @Nullable String creationProblem(String ref) {
    String problem = problem(ref);
    if (problem != null) {
      return problem;
    }
    for (String directory : List.of(RefNames.HEADS, RefNames.TAGS)) {
      if (ref.startsWith(directory)) {
        return misread(ref.substring(directory.length()));
      }
    }
    return null;
  }

  private static @Nullable String misread(String shortName) {
    if (shortName.startsWith("-")) {
      return "names of branches and tags do not begin with a dash";
    }
    if (shortName.equals(Constants.HEAD)) {
      return "no branch or tag is called HEAD";
    }
    if (shortName.startsWith(Constants.R_REFS)) {
      return "names of branches and tags do not begin with refs/";
    }
    if (isObjectId(shortName)) {
      return "40 hexadecimal digits are the id of a commit, not the name of a branch or tag";
    }
    return null;
  }

  /** Returns whether a name is an object id, which git never looks up among refs. */
  public static boolean isObjectId(String name) {
    return OBJECT_ID.matcher(name).matches();
  }

  /** Follows {@code git check-ref-format}, below {@code refs/}. */
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
