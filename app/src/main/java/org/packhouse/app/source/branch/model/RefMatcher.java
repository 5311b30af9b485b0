package org.packhouse.app.source.branch.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.storage.refs.RefNameRules;

/**
 * A matcher of ref names. Its id is a full name, a pattern, {@code development} or {@code
 * production}, or a {@link BranchModel.Kind}, by its type.
 */
public record RefMatcher(Type type, String id) {

  public static final String ANY_ID = "ANY_REF_MATCHER_ID";

  static final String DEVELOPMENT = "development";
  static final String PRODUCTION = "production";

  public static final RefMatcher ANY = new RefMatcher(Type.ANY_REF, ANY_ID);

  public enum Type {
    ANY_REF("Any branch"),
    BRANCH("Branch"),
    PATTERN("Pattern"),
    /** The development or production branch of the branching model. */
    MODEL_BRANCH("Branching model branch"),
    /** The branches of a kind of the branching model. */
    MODEL_CATEGORY("Branching model category");

    private final String displayName;

    Type(String displayName) {
      this.displayName = displayName;
    }

    public String displayName() {
      return displayName;
    }
  }

  /** Returns a checked matcher; refusals name the request's field. */
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

  public String displayId() {
    return switch (type) {
      case ANY_REF, PATTERN -> id;
      case BRANCH -> RefKind.BRANCH.shortName(id);
      case MODEL_BRANCH -> id.equals(DEVELOPMENT) ? "Development" : "Production";
      case MODEL_CATEGORY -> BranchModel.Kind.valueOf(id).displayName();
    };
  }

  /**
   * Returns whether a ref matches a rule of a scope. A project's rule also holds by the project's
   * branching model, so that a repository's administrators can tighten it by a model of their own,
   * not loosen it.
   */
  public boolean matches(SettingScope scope, String refName, Supplier<BranchModelInUse> model) {
    return matches(refName, model)
        || (scope.isProject() && matches(refName, () -> model.get().byProject()));
  }

  /** Returns whether a full ref name matches; the model is read only if the type refers to it. */
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

  /**
   * A pattern of ref names: {@code *} matches within a path component, {@code **} any components,
   * {@code ?} one character. A pattern may begin at any component unless it begins with {@code
   * refs/}; one that ends with a slash matches all below. Matching tracks all positions in the
   * pattern at once, so it takes at most the product of both lengths.
   */
  static final class RefPattern {

    static final int MAX_LENGTH = 255;
    private static final String ANYTHING = "**";

    private final String pattern;

    RefPattern(String written) {
      String below = written.endsWith("/") ? written + ANYTHING : written;
      pattern = below.startsWith("refs/") ? below : ANYTHING + "/" + below;
    }

    boolean matches(String refName) {
      BitSet places = new BitSet(pattern.length() + 1);
      add(places, 0);
      for (int i = 0; i < refName.length() && !places.isEmpty(); i++) {
        places = after(places, refName.charAt(i));
      }
      return places.get(pattern.length());
    }

    private BitSet after(BitSet places, char c) {
      BitSet next = new BitSet(pattern.length() + 1);
      for (int at = places.nextSetBit(0);
          at >= 0 && at < pattern.length();
          at = places.nextSetBit(at + 1)) {
        if (isAnything(at)) {
          stay(next, at, c);
        } else if (pattern.charAt(at) == '*') {
          if (c != '/') {
            add(next, at);
          }
        } else if (pattern.charAt(at) == c || (pattern.charAt(at) == '?' && c != '/')) {
          add(next, at + 1);
        }
      }
      return next;
    }

    /** A {@code **} between slashes consumes whole components, up to a slash. */
    private void stay(BitSet next, int at, char c) {
      next.set(at);
      if (!isDirectories(at)) {
        add(next, at + ANYTHING.length());
      } else if (c == '/') {
        add(next, at + ANYTHING.length() + 1);
      }
    }

    /** Adds a position, and those reachable from it without a character. */
    private void add(BitSet places, int at) {
      places.set(at);
      if (at == pattern.length()) {
        return;
      }
      if (isAnything(at)) {
        add(places, at + ANYTHING.length() + (isDirectories(at) ? 1 : 0));
      } else if (pattern.charAt(at) == '*') {
        add(places, at + 1);
      }
    }

    private boolean isAnything(int at) {
      return pattern.startsWith(ANYTHING, at);
    }

    private boolean isDirectories(int at) {
      return pattern.startsWith(ANYTHING + "/", at) && (at == 0 || pattern.charAt(at - 1) == '/');
    }
  }
}
