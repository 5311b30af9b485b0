package org.packhouse.app.identity.permission;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks REST handlers that change the server and that an administrator's access token may call.
 * Others see a caller with a token that holds no global permission above {@code PROJECT_CREATE}.
 * Nothing by which a caller could gain permissions may be marked.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface ByToken {}
