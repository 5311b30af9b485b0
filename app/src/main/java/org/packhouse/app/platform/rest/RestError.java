package org.packhouse.app.platform.rest;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an error response.
 *
 * @param context the wrong field or parameter, if any
 * @param exceptionName wire name; null for an unknown route
 * @param details further fields, which clients of that exception read
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RestError(
    @Nullable String context,
    String message,
    @Nullable String exceptionName,
    @JsonAnyGetter Map<String, Object> details) {

  public RestError {
    details = Map.copyOf(details);
  }

  public RestError(@Nullable String context, String message, @Nullable String exceptionName) {
    this(context, message, exceptionName, Map.of());
  }

  public static RestError of(String message, ExceptionName name) {
    return new RestError(null, message, name.wireName());
  }

  public static RestError of(String message, ExceptionName name, Map<String, Object> details) {
    return new RestError(null, message, name.wireName(), details);
  }

  public static RestError invalid(String field, String message) {
    return new RestError(field, message, ExceptionName.ARGUMENT_VALIDATION.wireName());
  }
}
