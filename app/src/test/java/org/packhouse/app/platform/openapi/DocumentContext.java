package org.packhouse.app.platform.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.swagger.v3.oas.models.OpenAPI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.customizers.SpringDocCustomizers;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springdoc.core.providers.SpringDocProviders;
import org.springdoc.core.service.AbstractRequestService;
import org.springdoc.core.service.GenericResponseService;
import org.springdoc.core.service.OpenAPIService;
import org.springdoc.core.service.OperationService;
import org.springdoc.core.utils.SpringDocUtils;
import org.springdoc.webmvc.api.OpenApiWebMvcResource;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.Order;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.support.GenericWebApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Runs springdoc in a context of its own that lives for as long as one document takes. It is no
 * child of the server's context, because that would hear the events of its beginning and end.
 */
final class DocumentContext {

  private static final List<String> FROM_SERVER =
      List.of("requestMappingHandlerMapping", "mvcConversionService");

  private DocumentContext() {}

  /** The document of that server's operations as JSON in UTF-8. */
  static byte[] describe(WebApplicationContext server) {
    SpringDocUtils.getConfig().addRequestWrapperToIgnore(resolvedHere(server));
    try (var context = new GenericWebApplicationContext()) {
      context.setServletContext(server.getServletContext());
      for (String name : FROM_SERVER) {
        context.getBeanFactory().registerSingleton(name, server.getBean(name));
      }
      new AnnotatedBeanDefinitionReader(context, context.getEnvironment())
          .register(
              SpringDocConfigProperties.class,
              SpringDocConfiguration.class,
              SpringDocWebMvcConfiguration.class,
              DialectOperations.class,
              DialectDocument.class,
              Parts.class);
      context.refresh();
      SpringDocConfigProperties settings = context.getBean(SpringDocConfigProperties.class);
      settings.setPathsToMatch(List.of("/rest/**"));
      settings.setPathsToExclude(List.of("/rest/openapi.json"));
      settings.setOverrideWithGenericResponse(false);
      // They look up what is annotated, and that is in the server's context.
      context
          .getBeansOfType(ApplicationContextAware.class)
          .values()
          .forEach(part -> part.setApplicationContext(server));
      return context.getBean(Description.class).json();
    }
  }

  /**
   * Types of arguments that an annotation of ours stands on: who asks, or what the path names. No
   * client sends them.
   */
  private static Class<?>[] resolvedHere(WebApplicationContext server) {
    return server
        .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .values()
        .stream()
        .flatMap(handler -> Arrays.stream(handler.getMethodParameters()))
        .filter(parameter ->
            Arrays.stream(parameter.getParameterAnnotations())
                .anyMatch(it -> it.annotationType().getName().startsWith("org.packhouse.")))
        .<Class<?>>map(MethodParameter::getParameterType)
        .distinct()
        .toArray(Class<?>[]::new);
  }

  static final class Parts {

    /** Registered first, and so asked last: after those that unwrap what a type is wrapped in. */
    @Bean
    @Order(Integer.MIN_VALUE)
    DialectSchemas dialectSchemas(ObjectMapperProvider mappers) {
      return new DialectSchemas(mappers.jsonMapper());
    }

    @Bean
    Description description(
        ObjectFactory<OpenAPIService> service,
        AbstractRequestService requests,
        GenericResponseService responses,
        OperationService operations,
        SpringDocConfigProperties settings,
        SpringDocProviders providers,
        SpringDocCustomizers customizers) {
      return new Description(
          service, requests, responses, operations, settings, providers, customizers);
    }
  }

  /** Springdoc's resource without the request that it answers. */
  static final class Description extends OpenApiWebMvcResource {

    Description(
        ObjectFactory<OpenAPIService> service,
        AbstractRequestService requests,
        GenericResponseService responses,
        OperationService operations,
        SpringDocConfigProperties settings,
        SpringDocProviders providers,
        SpringDocCustomizers customizers) {
      super(service, requests, responses, operations, settings, providers, customizers);
    }

    byte[] json() {
      OpenAPI document = getOpenApi(null, Locale.ENGLISH);
      try {
        return writeJsonValue(document);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("The OpenAPI document cannot be written", e);
      }
    }
  }
}
