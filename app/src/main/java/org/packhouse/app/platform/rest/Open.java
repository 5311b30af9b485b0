package org.packhouse.app.platform.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler, or all of a controller, that anybody may call: it tells nothing private, filters
 * lists by what the caller may see, or checks the caller itself.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Open {

  /** States why no permission is needed. */
  String value();
}
