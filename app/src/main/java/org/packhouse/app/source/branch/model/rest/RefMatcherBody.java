package org.packhouse.app.source.branch.model.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.RefMatcher;

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
    return RefMatcher.of(
        field, body.type() == null ? null : body.type().id(), body.id() == null ? "" : body.id());
  }
}
