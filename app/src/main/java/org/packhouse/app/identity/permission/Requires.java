package org.packhouse.app.identity.permission;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States what a caller of a handler of REST or of pages must hold.
 *
 * <p>On an argument it also says what the argument is: {@code @Requires(REPO_READ) Repository} is
 * the repository that the path names, {@code @Requires(PROJECT_ADMIN) Project} the project,
 * {@code @Requires(ADMIN) Caller} whoever asks. Where a handler serves paths of projects and of
 * repositories, it names a permission for each, and the one that fits the path counts. On a
 * handler, or on a controller for all of its handlers, it names a global permission.
 *
 * <p>A handler that needs none says so with {@link org.packhouse.app.platform.rest.Open}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Requires {

  /** The permission; one for each scope where paths of several kinds lead to the handler. */
  Permission[] value();
}
