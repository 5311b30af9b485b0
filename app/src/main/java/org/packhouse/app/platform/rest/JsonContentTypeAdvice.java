package org.packhouse.app.platform.rest;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Gives JSON responses the content type that clients of the dialect compare with. */
@ControllerAdvice
final class JsonContentTypeAdvice implements ResponseBodyAdvice<Object> {

  private static final MediaType JSON = MediaType.parseMediaType(RestErrorWriter.CONTENT_TYPE);

  @Override
  public boolean supports(
      MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converter) {
    return JacksonJsonHttpMessageConverter.class.isAssignableFrom(converter);
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter returnType,
      MediaType selected,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    if (MediaType.APPLICATION_JSON.equalsTypeAndSubtype(selected)) {
      response.getHeaders().setContentType(JSON);
    }
    return body;
  }
}
