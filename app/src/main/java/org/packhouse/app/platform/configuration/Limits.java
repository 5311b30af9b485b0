package org.packhouse.app.platform.configuration;

import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/** Validators of {@link AtLeast} and {@link AtMost}. */
final class Limits {

  private Limits() {}

  private static int compare(Object value, String limit) {
    return switch (value) {
      case Duration duration -> duration.compareTo(DurationStyle.detectAndParse(limit));
      case DataSize size -> size.compareTo(DataSize.parse(limit));
      default -> throw new IllegalArgumentException("Neither a duration nor a size: " + value);
    };
  }

  public static final class Minimum implements ConstraintValidator<AtLeast, Object> {

    private String limit = "";

    @Override
    public void initialize(AtLeast constraint) {
      limit = constraint.value();
    }

    @Override
    public boolean isValid(@Nullable Object value, ConstraintValidatorContext context) {
      return value == null || compare(value, limit) >= 0;
    }
  }

  public static final class Maximum implements ConstraintValidator<AtMost, Object> {

    private String limit = "";

    @Override
    public void initialize(AtMost constraint) {
      limit = constraint.value();
    }

    @Override
    public boolean isValid(@Nullable Object value, ConstraintValidatorContext context) {
      return value == null || compare(value, limit) <= 0;
    }
  }
}
