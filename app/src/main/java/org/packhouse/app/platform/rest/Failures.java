package org.packhouse.app.platform.rest;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.refusal.DiskFull;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.validation.BindException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.exc.InvalidFormatException;

/** Turns each exception into an error response of the dialect. */
final class Failures {

  private static final String RETRY_SECONDS = "30";
  private static final int INSUFFICIENT_STORAGE = 507;

  /** {@code foreign_key_violation} of PostgreSQL. */
  private static final String FOREIGN_KEY = "23503";

  private Failures() {}

  /** Returns the response to an exception; null if it is a failure of the server itself. */
  static @Nullable Failure of(Throwable exception) {
    RestFailure refusal = Refusals.of(exception);
    if (refusal != null) {
      return new Failure(refusal.restStatus(), refusal.restErrors(), Map.of());
    }
    return switch (exception) {
      case HttpMessageNotReadableException e -> unreadable(e);
      case MissingServletRequestParameterException e ->
          invalid(e.getParameterName(), "The parameter %s is required.");
      case MissingServletRequestPartException e ->
          invalid(e.getRequestPartName(), "The part %s is required.");
      case MethodArgumentTypeMismatchException e -> mismatch(e.getName(), e);
      case TypeMismatchException e -> mismatch(e.getPropertyName(), e);
      case BindException e -> fields(e);
      case ServletRequestBindingException e -> badRequest("The request lacks what it must have.");
      case MaxUploadSizeExceededException e ->
          Failure.of(413, ExceptionName.ARGUMENT_VALIDATION, "The upload is too large.");
      case MultipartException e when DiskFull.isCauseOf(e) -> diskFull();
      case MultipartException e -> badRequest("The multipart body cannot be read.");
      case BusyException e ->
          Failure.of(503, ExceptionName.RESOURCE_BUSY, String.valueOf(e.getMessage()))
              .with("Retry-After", RETRY_SECONDS);
      case ConcurrencyFailureException e -> lostRace();
      case DuplicateKeyException e -> lostRace();
      case DataIntegrityViolationException e when isForeignKey(e) -> lostRace();
      case RequestRejectedException e -> badRequest("The request is refused: " + e.getMessage());
      case NoResourceFoundException e -> unknownRoute();
      case NoHandlerFoundException e -> unknownRoute();
      case HttpRequestMethodNotSupportedException e -> wrongMethod(e);
      case HttpMediaTypeNotAcceptableException e -> new Failure(406, List.of(), Map.of());
      case HttpMediaTypeNotSupportedException e ->
          unsupported(String.valueOf(e.getContentType()), e.getSupportedMediaTypes());
      default -> null;
    };
  }

  static Failure internal(@Nullable String requestId) {
    String reference = requestId == null ? "" : " The request id is " + requestId + ".";
    return Failure.of(
        500,
        ExceptionName.SERVER,
        "The server failed to serve this request. An administrator finds the reason in the log."
            + reference);
  }

  /** Of two that change or create the same thing at once, the later one fails. */
  private static Failure lostRace() {
    return Failure.of(
        409,
        ExceptionName.INTEGRITY,
        "Somebody else has changed this at the same time. Read it again, then try once more.");
  }

  /** The row that this one refers to was deleted since it was read. */
  private static boolean isForeignKey(DataIntegrityViolationException e) {
    return e.getMostSpecificCause() instanceof SQLException cause
        && FOREIGN_KEY.equals(cause.getSQLState());
  }

  static Failure sharedHomeAway(Throwable failure) {
    return Failure.of(503, ExceptionName.SERVER, SharedHomeAwayException.sentence(failure))
        .with("Retry-After", RETRY_SECONDS);
  }

  static Failure diskFull() {
    return Failure.of(INSUFFICIENT_STORAGE, ExceptionName.SERVER, DiskFull.SENTENCE);
  }

  static Failure of(DatabaseTrouble trouble) {
    ExceptionName name =
        trouble == DatabaseTrouble.AWAY ? ExceptionName.SERVER : ExceptionName.RESOURCE_BUSY;
    return Failure.of(503, name, trouble.sentence()).with("Retry-After", RETRY_SECONDS);
  }

  /** Refuses a content type; without {@code wanted} types the operation reads JSON. */
  static Failure unsupported(String contentType, List<MediaType> wanted) {
    String types =
        wanted.stream()
            .filter(MediaType::isConcrete)
            .map(type -> type.getType() + "/" + type.getSubtype())
            .distinct()
            .collect(Collectors.joining(" or "));
    return Failure.nameless(
        415,
        "The content type %s is not supported here; it must be %s."
            .formatted(
                InvalidFieldException.quote(contentType),
                types.isEmpty() ? MediaType.APPLICATION_JSON_VALUE : types));
  }

  static Failure unknownRoute() {
    return Failure.nameless(404, "There is no such REST resource.");
  }

  private static Failure invalid(String field, String pattern) {
    return Failure.of(400, RestError.invalid(field, pattern.formatted(field)));
  }

  private static Failure badRequest(String message) {
    return Failure.of(400, ExceptionName.ARGUMENT_VALIDATION, message);
  }

  static Failure undecodable(IllegalStateException e) {
    String reason = String.valueOf(e.getMessage()).replaceFirst("(?s) has been ignored.*", "");
    return badRequest(
        "The parameters must be percent-encoded UTF-8: " + InvalidFieldException.quote(reason));
  }

  static Failure withNul(String name, String value) {
    String field = InvalidFieldException.quote(name);
    return Failure.of(
        400,
        RestError.invalid(
            field.substring(1, field.length() - 1),
            "The parameter %s must not hold the character U+0000: %s."
                .formatted(field, InvalidFieldException.quote(value))));
  }

  private static Failure mismatch(@Nullable String name, TypeMismatchException e) {
    String field = name == null ? "value" : name;
    Class<?> type = e.getRequiredType();
    String wanted = type == null ? "valid" : article(type);
    return Failure.of(
        400,
        RestError.invalid(
            field,
            "The parameter %s must be %s, not %s."
                .formatted(
                    field, wanted, InvalidFieldException.quote(String.valueOf(e.getValue())))));
  }

  private static String article(Class<?> type) {
    if (type.isEnum()) {
      return java.util.Arrays.stream(type.getEnumConstants())
          .map(String::valueOf)
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    return type == boolean.class || type == Boolean.class ? "true or false" : "a number";
  }

  private static Failure fields(BindException e) {
    List<RestError> errors =
        e.getFieldErrors().stream()
            .map(field ->
                field.isBindingFailure()
                    ? RestError.invalid(
                        field.getField(),
                        "The parameter %s has a value of the wrong type: %s."
                            .formatted(
                                field.getField(),
                                InvalidFieldException.quote(
                                    String.valueOf(field.getRejectedValue()))))
                    : RestError.invalid(
                        field.getField(),
                        "The field %s %s: %s."
                            .formatted(
                                field.getField(),
                                field.getDefaultMessage(),
                                InvalidFieldException.quote(
                                    String.valueOf(field.getRejectedValue())))))
            .toList();
    return errors.isEmpty()
        ? badRequest("The request breaks a rule.")
        : new Failure(400, errors, Map.of());
  }

  private static Failure unreadable(HttpMessageNotReadableException e) {
    return switch (e.getCause()) {
      case StreamConstraintsException constraint ->
          badRequest("The JSON is too deep or too large: " + constraint.getOriginalMessage() + ".");
      case JacksonException jackson when !jackson.getPath().isEmpty() -> wrongField(jackson);
      case JacksonException jackson ->
          badRequest(
              "The body is not the JSON that is expected here (line %d, column %d)."
                  .formatted(
                      jackson.getLocation().getLineNr(), jackson.getLocation().getColumnNr()));
      case null, default -> badRequest("A body of JSON is required.");
    };
  }

  private static Failure wrongField(JacksonException e) {
    String path =
        e.getPath().stream()
            .map(step ->
                step.getPropertyName() == null
                    ? Integer.toString(step.getIndex())
                    : step.getPropertyName())
            .collect(Collectors.joining("."));
    String rule =
        e instanceof InvalidFormatException wrong
                && wrong.getValue() instanceof String text
                && text.indexOf('\0') >= 0
            ? "The field %s must not hold the character U+0000."
            : "The field %s has a value of the wrong type.";
    return Failure.of(400, RestError.invalid(path, rule.formatted(path)));
  }

  private static Failure wrongMethod(HttpRequestMethodNotSupportedException e) {
    Failure failure =
        Failure.nameless(405, "The method %s is not allowed here.".formatted(e.getMethod()));
    var allowed = e.getSupportedHttpMethods();
    return allowed == null
        ? failure
        : failure.with(
            "Allow", allowed.stream().map(HttpMethod::name).collect(Collectors.joining(", ")));
  }
}
