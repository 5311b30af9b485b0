package org.packhouse.app.source.branch.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;

/**
 * A branching model: the development branch, the production branch if there is one, and a type of
 * branches for each {@link Kind}.
 */
public record BranchModel(
    SettingScope scope, Target development, @Nullable Target production, List<Type> types) {

  /** Holds where nothing is set. */
  static final BranchModel UNSET =
      new BranchModel(
          SettingScope.SERVER,
          new Target(null),
          null,
          List.of(Kind.values()).stream().map(Type::usual).toList());

  /** A branch by full name; null stands for the default branch. */
  public record Target(@Nullable String refName) {

    public boolean isDefault() {
      return refName == null;
    }
  }

  public enum Kind {
    BUGFIX,
    FEATURE,
    HOTFIX,
    RELEASE;

    public String displayName() {
      return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    public String usualPrefix() {
      return name().toLowerCase(Locale.ROOT) + "/";
    }
  }

  /** The name prefix of a kind of branches, such as {@code feature/}. */
  public record Type(Kind kind, String prefix, boolean enabled) {
    public static Type usual(Kind kind) {
      return new Type(kind, kind.usualPrefix(), true);
    }
  }
}
