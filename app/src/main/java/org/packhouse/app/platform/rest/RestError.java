package org.packhouse.app.platform.rest;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an error answer.
 *
 * @param context the field or parameter that is wrong; null if it is none
 * @param message a sentence for a person
 * @param exceptionName wire name; null for an unknown route
 * @param details further fields, which clients of that exception read
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RestError(
    @Nullable String context,
    String message,
    @Nullable String exceptionName,
    @JsonAnyGetter Map<String, Object> details) {

  /** Keeps a copy. */
  public RestError {
    details = Map.copyOf(details);
  }

  /** An error without further fields. */
  public RestError(@Nullable String context, String message, @Nullable String exceptionName) {
    this(context, message, exceptionName, Map.of());
  }

  /** An error that is about no field. */
  public static RestError of(String message, ExceptionName name) {
    return new RestError(null, message, name.wireName());
  }

  /** An error that is about no field, with further fields. */
  public static RestError of(String message, ExceptionName name, Map<String, Object> details) {
    return new RestError(null, message, name.wireName(), details);
  }

  /** A field or parameter that breaks a rule. */
  public static RestError invalid(String field, String message) {
    return new RestError(field, message, ExceptionName.ARGUMENT_VALIDATION.wireName());
  }
}
