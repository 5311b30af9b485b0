package org.packhouse.app.source.branch.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.storage.refs.RefNameRules;

/**
 * A {@link RefMatcher} as the REST dialect reads and shows it.
 *
 * @param displayId ignored when it is read
 * @param active ignored when it is read, and shown as true: no matcher is switched off
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RefMatcherBody(
    @Nullable String id,
    @Nullable String displayId,
    @Nullable TypeBody type,
    @Nullable Boolean active) {

  /** A matcher as a form names it. */
  public static RefMatcherBody named(@Nullable String id, @Nullable String type) {
    return new RefMatcherBody(id, null, new TypeBody(type, null), null);
  }

  /** Its type. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TypeBody(@Nullable String id, @Nullable String name) {}

  /** As it is shown. */
  public static RefMatcherBody of(RefMatcher matcher) {
    return new RefMatcherBody(
        matcher.id(),
        matcher.displayId(),
        new TypeBody(matcher.type().name(), matcher.type().displayName()),
        true);
  }

  /**
   * The matcher that is meant.
   *
   * @param field its name in the request
   * @throws InvalidFieldException if it is absent or breaks a rule
   */
  public static RefMatcher require(String field, @Nullable RefMatcherBody body) {
    if (body == null) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    RefMatcher.Type type = body.requiredType(field);
    String id = body.id() == null ? "" : body.id().strip();
    return switch (type) {
      case ANY_REF -> RefMatcher.ANY;
      case BRANCH -> new RefMatcher(type, branch(field, id));
      case PATTERN -> new RefMatcher(type, pattern(field, id));
      case MODEL_BRANCH -> new RefMatcher(type, modelBranch(field, id));
      case MODEL_CATEGORY -> new RefMatcher(type, category(field, id));
    };
  }

  private RefMatcher.Type requiredType(String field) {
    String name = type == null || type.id() == null ? "" : type.id();
    return Arrays.stream(RefMatcher.Type.values())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                field + ".type.id",
                "%s is not a type of ref matcher; these are: %s."
                    .formatted(
                        InvalidFieldException.quote(name),
                        Arrays.toString(RefMatcher.Type.values()))));
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
    if (!name.equals(RefMatcher.DEVELOPMENT) && !name.equals(RefMatcher.PRODUCTION)) {
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
}
