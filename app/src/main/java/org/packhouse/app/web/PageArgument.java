package org.packhouse.app.web;

import org.springframework.web.method.support.HandlerMethodArgumentResolver;

/** A resolver for an argument of page controllers; each bean of this type is registered. */
public interface PageArgument extends HandlerMethodArgumentResolver {}
