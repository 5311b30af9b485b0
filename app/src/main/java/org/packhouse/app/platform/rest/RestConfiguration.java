package org.packhouse.app.platform.rest;

import jakarta.servlet.DispatcherType;
import java.util.List;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.module.SimpleModule;

/** Configures JSON, paths and filters for the REST dialect. */
@Configuration(proxyBeanMethods = false)
class RestConfiguration implements WebMvcConfigurer {

  private static final int DEPTH = 64;
  private static final int TOKENS = 100_000;
  private static final int AFTER_SIGN_IN = -40;

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(new PageRequestResolver());
  }

  /** Only JSON: a library on the class path must not bring another format. */
  @Override
  public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
    builder.configureMessageConvertersList(converters ->
        converters.removeIf(converter ->
            converter.getSupportedMediaTypes().stream().anyMatch(RestConfiguration::isForeign)));
  }

  private static boolean isForeign(MediaType type) {
    String subtype = type.getSubtype();
    return subtype.endsWith("yaml") || subtype.endsWith("xml") || subtype.endsWith("cbor");
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new AvatarSize()).addPathPatterns("/rest/**");
  }

  @Bean
  JsonFactoryBuilderCustomizer jsonLimits() {
    return builder ->
        JsonMappers.forgetNames(builder)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxDocumentLength(JsonBodyLimits.LONG_BYTES)
                    .maxTokenCount(TOKENS)
                    .maxStringLength(JsonBodyLimits.LONG_BYTES)
                    .build());
  }

  @Bean
  JsonMapperBuilderCustomizer jsonDialect() {
    return builder ->
        builder
            .addModule(
                new SimpleModule("dialect")
                    .addDeserializer(String.class, new TextDeserializer())
                    .addKeyDeserializer(String.class, new NameDeserializer())
                    .addDeserializer(Object.class, new UntypedDeserializer())
                    .addDeserializer(JsonNode.class, new NodeDeserializer()))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS);
  }

  @Bean
  HttpFirewall httpFirewall() {
    return new NamesFirewall();
  }

  @Bean
  RequestRejectedHandler requestRejectedHandler() {
    return (request, response, rejection) ->
        response.sendError(400, "The URL is refused: " + rejection.getMessage());
  }

  @Bean
  FilterRegistrationBean<RestErrorDispatchFilter> restErrorDispatchFilter(RestErrorWriter writer) {
    var registration = new FilterRegistrationBean<>(new RestErrorDispatchFilter(writer));
    registration.setDispatcherTypes(DispatcherType.ERROR);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 100);
    return registration;
  }

  @Bean
  FilterRegistrationBean<RestPathFilter> restPathFilter() {
    var registration = new FilterRegistrationBean<>(new RestPathFilter());
    registration.addUrlPatterns("/rest/*");
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 105);
    return registration;
  }

  @Bean
  FilterRegistrationBean<CrossSiteFilter> crossSiteFilter(RestErrorWriter writer) {
    var registration = new FilterRegistrationBean<>(new CrossSiteFilter(writer));
    registration.addUrlPatterns("/rest/*");
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 110);
    return registration;
  }

  @Bean
  FilterRegistrationBean<ContentTypeFilter> contentTypeFilter(RestErrorWriter writer) {
    var registration = new FilterRegistrationBean<>(new ContentTypeFilter(writer));
    registration.addUrlPatterns("/rest/*");
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 120);
    return registration;
  }

  @Bean
  FilterRegistrationBean<ParameterFilter> parameterFilter(RestErrorWriter writer) {
    var registration = new FilterRegistrationBean<>(new ParameterFilter(writer));
    registration.addUrlPatterns("/rest/*");
    registration.setOrder(AFTER_SIGN_IN);
    return registration;
  }
}
