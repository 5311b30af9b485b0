package org.packhouse.app.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a repository that a page's URL names: it may be one that is still being made, or could not be.
 * All other pages but those of its administrators lead to the page that says so.
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Unfinished {}
