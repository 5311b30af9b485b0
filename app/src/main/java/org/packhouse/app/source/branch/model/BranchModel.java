package org.packhouse.app.source.branch.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * The branches that people develop on and release from, and the prefixes of other branches' names.
 *
 * @param development the branch that work goes to
 * @param production the branch that is released; null: there is none apart
 * @param types one for each {@link Kind}
 */
public record BranchModel(
    SettingScope scope, Target development, @Nullable Target production, List<Type> types) {

  /** What holds as long as nobody has said anything. */
  static final BranchModel UNSET =
      new BranchModel(
          SettingScope.SERVER,
          new Target(null),
          null,
          List.of(Kind.values()).stream().map(Type::usual).toList());

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

  /** The purpose of work on a branch. */
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
    public String usualPrefix() {
      return name().toLowerCase(Locale.ROOT) + "/";
    }
  }

  /**
   * The prefix of a kind of branches.
   *
   * @param prefix such as {@code feature/}
   * @param enabled whether the kind is used
   */
  public record Type(Kind kind, String prefix, boolean enabled) {
    public static Type usual(Kind kind) {
      return new Type(kind, kind.usualPrefix(), true);
    }
  }
}
