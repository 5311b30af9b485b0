package org.packhouse.app.identity.ratelimit.rest;

import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.ratelimit.RateLimiter;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RateLimitConfiguration {

  /** After authentication, before any other work. */
  private static final int AFTER_SECURITY = -60;

  @Bean
  FilterRegistrationBean<RateLimitGate> rateLimitGate(
      RateLimiter limiter, CurrentCaller callers, Permissions permissions, RestErrorWriter errors) {
    var registration =
        new FilterRegistrationBean<>(new RateLimitGate(limiter, callers, permissions, errors));
    registration.setOrder(AFTER_SECURITY);
    return registration;
  }
}
