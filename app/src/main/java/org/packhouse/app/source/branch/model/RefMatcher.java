package org.packhouse.app.source.branch.model;

import java.util.function.Supplier;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.source.branch.RefKind;

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
