package org.packhouse.app.platform.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States that the JSON of an operation may be longer than {@link JsonBodyLimits#USUAL_BYTES}: it
 * holds a picture, say.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface LongBody {

  /** Why it is longer. */
  String value();
}
