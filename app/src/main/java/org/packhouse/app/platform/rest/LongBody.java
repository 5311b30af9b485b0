package org.packhouse.app.platform.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Permits JSON longer than {@link JsonBodyLimits#USUAL_BYTES}. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface LongBody {

  /** States why it is longer. */
  String value();
}
