package org.packhouse.app.platform.configuration;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The maximum of a setting that is a duration or a size, as {@code Max} is of a number. */
@Constraint(validatedBy = Limits.Maximum.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface AtMost {

  String value();

  String message() default "must be {value} or less";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};
}
