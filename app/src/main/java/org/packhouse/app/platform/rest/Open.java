package org.packhouse.app.platform.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States that a handler, or each handler of a controller, can be asked by everybody: it tells
 * nothing that is anybody's, shows of a list what the caller may see, or looks itself at who asks.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Open {

  /** Why no permission is needed. */
  String value();
}
