package org.packhouse.app.hosting.repository;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectRules;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.storage.refs.RefNameRules;
import org.packhouse.app.storage.refs.RefNames;

/** Rules for the names of repositories and their default branches. */
public final class RepositoryRules {

  static final int MAX_NAME_LENGTH = 128;
  private static final int MAX_BRANCH_LENGTH = 250;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_. -]*");
  private static final Pattern NOT_IN_SLUG = Pattern.compile("[^a-z0-9_.-]+");

  private RepositoryRules() {}

  static String name(@Nullable String name) {
    if (name == null
        || name.length() > MAX_NAME_LENGTH
        || !NAME.matcher(name).matches()
        || name.contains("..")
        || name.endsWith(" ")
        || name.endsWith(".")
        || name.toLowerCase(Locale.ROOT).endsWith(".git")) {
      throw new InvalidFieldException(
          "name",
          (name == null
                  ? "A repository needs a name: "
                  : quote(name) + " is not a repository name: ")
              + "it begins with a letter A-Z, a digit or _, holds these, spaces, hyphens and"
              + " periods, at most "
              + MAX_NAME_LENGTH
              + " of them, no two periods in a row, and ends with neither a space nor a period nor"
              + " .git.");
    }
    return name;
  }

  static String slug(String name) {
    return NOT_IN_SLUG.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
  }

  static @Nullable String description(@Nullable String text) {
    return ProjectRules.description(text);
  }

  /** Returns the short name of a branch; null if there is none. */
  public static @Nullable String defaultBranch(@Nullable String branch) {
    if (branch == null || branch.isEmpty()) {
      return null;
    }
    String name = branch.startsWith("refs/heads/") ? branch.substring(11) : branch;
    if (name.length() > MAX_BRANCH_LENGTH
        || RefNameRules.creationProblem(RefNames.HEADS + name) != null) {
      throw new InvalidFieldException(
          "defaultBranch",
          quote(branch)
              + " is not a branch name: it follows the rules of git check-ref-format, does not begin"
              + " with - or refs/, is neither HEAD nor 40 hexadecimal digits, and has at most "
              + MAX_BRANCH_LENGTH
              + " characters.");
    }
    return name;
  }
}
