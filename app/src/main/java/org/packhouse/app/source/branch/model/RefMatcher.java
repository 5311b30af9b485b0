package org.packhouse.app.source.branch.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.storage.refs.RefNameRules;

/**
 * A condition on refs, as conditions of merges and permissions of branches are written.
 *
 * @param id a full name, a pattern, {@code development} or {@code production}, or a {@link
 *     BranchModel.Kind}, as the type says
 */
public record RefMatcher(Type type, String id) {

  /** The id that the dialect gives to any ref. */
  public static final String ANY_ID = "ANY_REF_MATCHER_ID";

  static final String DEVELOPMENT = "development";
  static final String PRODUCTION = "production";

  /** Every ref. */
  public static final RefMatcher ANY = new RefMatcher(Type.ANY_REF, ANY_ID);

  /** A way to name refs. */
  public enum Type {
    /** Every ref. */
    ANY_REF("Any branch"),
    /** One, by its full name. */
    BRANCH("Branch"),
    /** Those that fit a pattern. */
    PATTERN("Pattern"),
    /** The branch of the branch model that is developed on, or released. */
    MODEL_BRANCH("Branching model branch"),
    /** Branches of a kind of the branch model. */
    MODEL_CATEGORY("Branching model category");

    private final String displayName;

    Type(String displayName) {
      this.displayName = displayName;
    }

    /** What people read. */
    public String displayName() {
      return displayName;
    }
  }

  /**
   * Returns a matcher that keeps the rules.
   *
   * @param field its name in the request
   * @param typeId name of a type
   * @throws InvalidFieldException about the type or the id
   */
  public static RefMatcher of(String field, @Nullable String typeId, String typed) {
    Type type = type(field, typeId == null ? "" : typeId);
    String id = typed.strip();
    return switch (type) {
      case ANY_REF -> ANY;
      case BRANCH -> new RefMatcher(type, branch(field, id));
      case PATTERN -> new RefMatcher(type, pattern(field, id));
      case MODEL_BRANCH -> new RefMatcher(type, modelBranch(field, id));
      case MODEL_CATEGORY -> new RefMatcher(type, category(field, id));
    };
  }

  private static Type type(String field, String name) {
    return Arrays.stream(Type.values())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                field + ".type.id",
                "%s is not a type of ref matcher; these are: %s."
                    .formatted(InvalidFieldException.quote(name), Arrays.toString(Type.values()))));
  }

  private static String branch(String field, String id) {
    String name = RefKind.BRANCH.fullName(id);
    if (RefNameRules.problem(name) != null) {
      throw new InvalidFieldException(
          field + ".id",
          "%s is not a branch name: it follows the rules of git check-ref-format."
              .formatted(InvalidFieldException.quote(id)));
    }
    return name;
  }

  private static String pattern(String field, String id) {
    if (id.isEmpty()
        || id.length() > RefPattern.MAX_LENGTH
        || id.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          field + ".id",
          "%s is not a pattern of refs: it has 1 to %d characters, none of them a control character."
              .formatted(InvalidFieldException.quote(id), RefPattern.MAX_LENGTH));
    }
    return id;
  }

  private static String modelBranch(String field, String id) {
    String name = id.toLowerCase(Locale.ROOT);
    if (!name.equals(DEVELOPMENT) && !name.equals(PRODUCTION)) {
      throw new InvalidFieldException(
          field + ".id",
          "%s is not a branch of the branch model; these are: development, production."
              .formatted(InvalidFieldException.quote(id)));
    }
    return name;
  }

  private static String category(String field, String id) {
    String name = id.toUpperCase(Locale.ROOT);
    if (Arrays.stream(BranchModel.Kind.values()).noneMatch(kind -> kind.name().equals(name))) {
      throw new InvalidFieldException(
          field + ".id",
          "%s is not a category of the branch model; these are: %s."
              .formatted(
                  InvalidFieldException.quote(id), Arrays.toString(BranchModel.Kind.values())));
    }
    return name;
  }

  /** What people read. */
  public String displayId() {
    return switch (type) {
      case ANY_REF, PATTERN -> id;
      case BRANCH -> RefKind.BRANCH.shortName(id);
      case MODEL_BRANCH -> id.equals(DEVELOPMENT) ? "Development" : "Production";
      case MODEL_CATEGORY -> BranchModel.Kind.valueOf(id).displayName();
    };
  }

  /**
   * Whether a ref fits a rule. One of a project holds by the branch model of the project also where
   * the repository has another: whoever administers the repository can tighten it, not loosen it.
   *
   * @param scope the scope that the rule is set at
   * @param refName full name
   * @param model asked only by matchers that refer to the branch model
   */
  public boolean matches(SettingScope scope, String refName, Supplier<BranchModelInUse> model) {
    return matches(refName, model)
        || (scope.isProject() && matches(refName, () -> model.get().byProject()));
  }

  /**
   * Whether a ref fits.
   *
   * @param refName full name
   * @param model asked only by matchers that refer to the branch model
   */
  public boolean matches(String refName, Supplier<BranchModelInUse> model) {
    return switch (type) {
      case ANY_REF -> true;
      case BRANCH -> id.equals(refName);
      case PATTERN -> new RefPattern(id).matches(refName);
      case MODEL_BRANCH ->
          refName.equals(
              id.equals(DEVELOPMENT) ? model.get().development() : model.get().production());
      case MODEL_CATEGORY -> model.get().isOf(BranchModel.Kind.valueOf(id), refName);
    };
  }
}
