package org.packhouse.app.source.branch.model.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.RefMatcher;

/**
 * A ref matcher in the REST dialect; {@code displayId} and {@code active} are ignored in requests.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RefMatcherBody(
    @Nullable String id,
    @Nullable String displayId,
    @Nullable TypeBody type,
    @Nullable Boolean active) {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TypeBody(@Nullable String id, @Nullable String name) {}

  public static RefMatcherBody of(RefMatcher matcher) {
    return new RefMatcherBody(
        matcher.id(),
        matcher.displayId(),
        new TypeBody(matcher.type().name(), matcher.type().displayName()),
        true);
  }

  /** Returns the checked matcher of a request's field. */
  public static RefMatcher require(String field, @Nullable RefMatcherBody body) {
    if (body == null) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    return RefMatcher.of(
        field, body.type() == null ? null : body.type().id(), body.id() == null ? "" : body.id());
  }
}
