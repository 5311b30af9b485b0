package org.packhouse.app.source.branch;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which branches people develop on and release from, and how names of other branches begin.
 *
 * @param scope where it was set
 * @param development the branch that work goes to
 * @param production the branch that is released; null: there is none apart
 * @param types one for each {@link Kind}
 */
public record BranchModel(
    Scope scope, Target development, @Nullable Target production, List<Type> types) {

  /** What holds as long as nobody has said anything. */
  static final BranchModel UNSET =
      new BranchModel(
          Scope.GLOBAL,
          new Target(null),
          null,
          List.of(Kind.values()).stream().map(Type::usual).toList());

  /** Where a model was set. */
  public record Scope(Level level, @Nullable Long resourceId) {

    static final Scope GLOBAL = new Scope(Level.GLOBAL, null);

    /** What it was set for. */
    public enum Level {
      /** For nothing: it is what the server has. */
      GLOBAL,
      /** For a project. */
      PROJECT,
      /** For a repository. */
      REPOSITORY
    }
  }

  /**
   * A branch.
   *
   * @param refName its full name; null: the default branch, whichever that is
   */
  public record Target(@Nullable String refName) {

    /** Whether it is the default branch, whichever that is. */
    public boolean isDefault() {
      return refName == null;
    }
  }

  /** What work on a branch is for. */
  public enum Kind {
    /** Mends something. */
    BUGFIX,
    /** Adds something. */
    FEATURE,
    /** Mends what is released. */
    HOTFIX,
    /** Prepares a release. */
    RELEASE;

    /** What people read. */
    public String displayName() {
      return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** How such branches begin if nobody says otherwise. */
    String usualPrefix() {
      return name().toLowerCase(Locale.ROOT) + "/";
    }
  }

  /**
   * How branches of a kind begin.
   *
   * @param prefix such as {@code feature/}
   * @param enabled whether the kind is used
   */
  public record Type(Kind kind, String prefix, boolean enabled) {
    static Type usual(Kind kind) {
      return new Type(kind, kind.usualPrefix(), true);
    }
  }
}
