package org.packhouse.app.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import org.packhouse.app.web.layout.Layout;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.CacheControl;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.handler.MappedInterceptor;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.LiteWebJarsResourceResolver;
import org.springframework.web.servlet.resource.VersionResourceResolver;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/** Static files, headers and arguments of pages. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

  private static final CacheControl FOR_EVER =
      CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

  private final List<PageArgument> arguments;

  WebConfiguration(List<PageArgument> arguments) {
    this.arguments = arguments;
  }

  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry
        .addResourceHandler("/assets/**")
        .addResourceLocations("classpath:/static/assets/")
        .setCacheControl(FOR_EVER)
        .resourceChain(true)
        .addResolver(new EncodedResourceResolver())
        .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
    registry
        .addResourceHandler("/webjars/**")
        .addResourceLocations("classpath:/META-INF/resources/webjars/")
        .setCacheControl(FOR_EVER)
        .resourceChain(true)
        .addResolver(new EncodedResourceResolver())
        .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"))
        .addResolver(new LiteWebJarsResourceResolver());
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.addAll(arguments);
  }

  @Bean
  MappedInterceptor layoutInterceptor(Layout layout) {
    return new MappedInterceptor(null, new String[] {"/rest/**"}, layout);
  }

  // Without it, Spring sends the page about a file long.js as JavaScript.
  @Bean
  static BeanPostProcessor pagesAreHtml() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof ThymeleafViewResolver views) {
          views.setForceContentType(true);
        }
        return bean;
      }
    };
  }

  @Bean
  FilterRegistrationBean<PageHeadersFilter> pageHeadersFilter() {
    var registration = new FilterRegistrationBean<>(new PageHeadersFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 120);
    return registration;
  }

  // It runs before the sign-in's filters, which read parameters too.
  @Bean
  FilterRegistrationBean<PageParameterFilter> pageParameterFilter() {
    var registration = new FilterRegistrationBean<>(new PageParameterFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 125);
    return registration;
  }

  // The container dispatches errors to this path; for browsers it does not exist.
  @Bean
  FilterRegistrationBean<Filter> errorPathFilter() {
    var registration =
        new FilterRegistrationBean<Filter>(
            (request, response, _) -> ((HttpServletResponse) response).sendError(404));
    registration.addUrlPatterns("/error");
    registration.setDispatcherTypes(DispatcherType.REQUEST);
    return registration;
  }
}
