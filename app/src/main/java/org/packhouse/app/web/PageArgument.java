package org.packhouse.app.web;

import org.springframework.web.method.support.HandlerMethodArgumentResolver;

/** Gives controllers of pages an argument that the URL names, access checked. */
public interface PageArgument extends HandlerMethodArgumentResolver {}
