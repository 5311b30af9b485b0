package org.packhouse.app.identity.permission;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler of REST, or all handlers of a controller, that change the server and that an
 * administrator's access token may call.
 *
 * <p>An access token may what its scope says, which is never more than {@code PROJECT_ADMIN}. Where
 * a request changes something, a handler without this annotation sees a caller with a token that
 * holds no global permission above {@code PROJECT_CREATE}, whatever its user holds: accounts,
 * groups, global grants, credentials of other users, the mail server and hook scripts are changed
 * with a password or a session. Nothing by which a caller could gain permissions may be marked.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface ByToken {}
