package org.packhouse.app.platform.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an error answer.
 *
 * @param context the field or parameter that is wrong; null if it is none
 * @param message a sentence for a person
 * @param exceptionName wire name; null for an unknown route
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RestError(@Nullable String context, String message, @Nullable String exceptionName) {

  /** An error that is about no field. */
  public static RestError of(String message, ExceptionName name) {
    return new RestError(null, message, name.wireName());
  }

  /** A field or parameter that breaks a rule. */
  public static RestError invalid(String field, String message) {
    return new RestError(field, message, ExceptionName.ARGUMENT_VALIDATION.wireName());
  }
}
