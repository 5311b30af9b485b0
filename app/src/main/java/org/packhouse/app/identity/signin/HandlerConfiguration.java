package org.packhouse.app.identity.signin;

import java.util.List;
import org.packhouse.app.identity.permission.Permissions;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Registers the argument resolver and the interceptor of callers. */
@Configuration(proxyBeanMethods = false)
class HandlerConfiguration implements WebMvcConfigurer {

  private final CurrentCaller callers;
  private final Permissions permissions;

  HandlerConfiguration(CurrentCaller callers, Permissions permissions) {
    this.callers = callers;
    this.permissions = permissions;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(new CallerArgumentResolver(callers, permissions));
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new PermissionInterceptor(callers, permissions));
  }
}
