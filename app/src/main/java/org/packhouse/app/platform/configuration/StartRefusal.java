package org.packhouse.app.platform.configuration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Prints one sentence on standard error if the server does not start for a reason that its
 * administrator can put right. Other failures are reported in full.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartRefusal implements SpringBootExceptionReporter {

  /** An entry of a map, which settings write as a part of the name. */
  private static final Pattern NAMED_ENTRY = Pattern.compile("\\[([a-z][a-z0-9-]*)]");

  @Override
  public boolean reportException(Throwable failure) {
    Optional<String> sentence = sentence(failure);
    sentence.ifPresent(System.err::println);
    return sentence.isPresent();
  }

  static Optional<String> sentence(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case StartRefusedException refused -> {
          return Optional.ofNullable(refused.getMessage());
        }
        case PortInUseException port -> {
          return Optional.of(
              "The port %d is in use by another program; choose another one by --http-port."
                  .formatted(port.getPort()));
        }
        case ConfigurationPropertiesBindException binding -> {
          return Optional.of(describe(binding));
        }
        case BindException binding -> {
          return Optional.of(describe(binding));
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  private static String describe(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindValidationException invalid) {
        ObjectError error = invalid.getValidationErrors().getAllErrors().getFirst();
        return error instanceof FieldError field
            ? describe(invalid.getValidationErrors(), field)
            : String.valueOf(error.getDefaultMessage());
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException bind) {
        ConfigurationProperty property = bind.getProperty();
        if (property == null) {
          return rootMessage(bind) + ".";
        }
        Class<?> type = bind.getTarget().getType().resolve();
        return "The setting %s has the value '%s', which is %s."
            .formatted(
                bind.getName(),
                property.getValue(),
                type != null && type.isEnum()
                    ? "none of: " + choices(type)
                    : "not %s (%s)".formatted(kind(type), rootMessage(bind)));
      }
    }
    return rootMessage(failure);
  }

  private static String describe(ValidationErrors errors, FieldError error) {
    String field = NAMED_ENTRY.matcher(error.getField()).replaceAll(".$1");
    String name = errors.getName() + "." + SettingKey.dashed(field);
    Object written =
        errors.getBoundProperties().stream()
            .filter(property -> property.getName().equals(ConfigurationPropertyName.of(name)))
            .map(ConfigurationProperty::getValue)
            .findFirst()
            .orElse(error.getRejectedValue());
    return "The setting %s has the value '%s', which %s."
        .formatted(name, written, error.getDefaultMessage());
  }

  private static String choices(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(choice -> ((Enum<?>) choice).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }

  private static String kind(@Nullable Class<?> type) {
    if (type == null) {
      return "what it should be";
    }
    return switch (type.getSimpleName()) {
      case "int", "Integer", "long", "Long" -> "a whole number";
      case "boolean", "Boolean" -> "true or false";
      case "Duration" -> "a duration such as 30s, 5m or 1h";
      case "DataSize" -> "a size such as 512KB, 10MB or 2GB";
      case "LimitExpression" -> "a number of tickets such as 12 or 1.5*cpu";
      default -> "a " + type.getSimpleName();
    };
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      root = cause;
    }
    return String.valueOf(root.getMessage());
  }
}
