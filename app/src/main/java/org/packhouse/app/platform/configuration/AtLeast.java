package org.packhouse.app.platform.configuration;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The minimum of a setting that is a duration or a size, as {@code Min} is of a number. */
@Constraint(validatedBy = Limits.Minimum.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface AtLeast {

  /** The minimum, written as in settings: {@code 1s}, {@code 64KB}. */
  String value();

  /** Follows "which" in the refusal to start. */
  String message() default "must be {value} or more";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
