package org.packhouse.app.platform.rest;

import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.deser.jackson.JsonNodeDeserializer;
import tools.jackson.databind.deser.jdk.StringDeserializer;
import tools.jackson.databind.deser.jdk.UntypedObjectDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
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

  /** Refuses texts with U+0000, which the database cannot store. */
  private static final class TextDeserializer extends StringDeserializer {

    @Override
    public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
      String text = super.deserialize(parser, context);
      return text != null && text.indexOf('\0') >= 0
          ? (String) context.handleWeirdStringValue(String.class, text, "it holds U+0000")
          : text;
    }
  }

  /** Refuses values of any type with U+0000 in a text or a name. */
  private static final class UntypedDeserializer extends UntypedObjectDeserializer {

    UntypedDeserializer() {
      super((JavaType) null, (JavaType) null);
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
      return checked(super.deserialize(parser, context), context);
    }

    /** Checks a value, of which nested values were checked when they were read. */
    private static @Nullable Object checked(
        @Nullable Object value, DeserializationContext context) {
      if (value instanceof Map<?, ?> map) {
        map.keySet().forEach(name -> NameDeserializer.check(String.valueOf(name), context));
      } else if (value instanceof String text && text.indexOf('\0') >= 0) {
        return context.handleWeirdStringValue(String.class, text, "it holds U+0000");
      }
      return value;
    }
  }

  /** Refuses trees with U+0000 in a text or a name. */
  private static final class NodeDeserializer extends StdDeserializer<JsonNode> {

    NodeDeserializer() {
      super(JsonNode.class);
    }

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context) {
      JsonNode node =
          (JsonNode)
              JsonNodeDeserializer.getDeserializer(JsonNode.class).deserialize(parser, context);
      check(node, context);
      return node;
    }

    @Override
    public @Nullable JsonNode getNullValue(DeserializationContext context) {
      return context.getNodeFactory().nullNode();
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }

    /** The depth is bounded by that of a body. */
    private static void check(JsonNode node, DeserializationContext context) {
      if (node.isString() && node.asString().indexOf('\0') >= 0) {
        context.handleWeirdStringValue(String.class, node.asString(), "it holds U+0000");
      }
      node.propertyNames().forEach(name -> NameDeserializer.check(name, context));
      node.forEach(each -> check(each, context));
    }
  }

  /** Gives controller methods their {@link PageRequest}. */
  private static final class PageRequestResolver implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
      return parameter.getParameterType() == PageRequest.class;
    }

    @Override
    public Object resolveArgument(
        MethodParameter parameter,
        @Nullable ModelAndViewContainer container,
        NativeWebRequest request,
        @Nullable WebDataBinderFactory binders) {
      return PageRequest.parse(request.getParameter("start"), request.getParameter("limit"));
    }
  }

  /** Refuses names of fields with U+0000, which the database cannot store. */
  private static final class NameDeserializer extends KeyDeserializer {

    @Override
    public @Nullable Object deserializeKey(String name, DeserializationContext context) {
      return check(name, context);
    }

    static @Nullable String check(String name, DeserializationContext context) {
      return name.indexOf('\0') >= 0
          ? (String) context.handleWeirdKey(String.class, name, "it holds U+0000")
          : name;
    }
  }
}
