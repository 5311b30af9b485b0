package org.packhouse.app.identity.permission;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States the permission that a handler, or all of a controller, requires; a handler that requires
 * none says so with {@link org.packhouse.app.platform.rest.Open}. On an argument it also selects
 * the resource, as in {@code @Requires(REPO_READ) Repository}, with a permission for each scope of
 * its paths.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Requires {

  Permission[] value();
}
