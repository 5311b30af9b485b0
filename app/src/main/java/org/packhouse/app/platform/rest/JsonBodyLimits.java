package org.packhouse.app.platform.rest;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/** Bounds a request's JSON: its length, and its share of the heap for requests. */
@ControllerAdvice
final class JsonBodyLimits extends RequestBodyAdviceAdapter {

  static final int USUAL_BYTES = 1 << 20;

  static final int LONG_BYTES = 16 << 20;

  // So much at a time: a share of its own for each byte would cost more than reading it.
  private static final int STEP = 64 * 1024;

  // An empty object is two bytes of JSON and about sixty as a tree; most text is taken once as
  // bytes and once as characters.
  private static final int HEAP_PER_BYTE = 10;

  private final RequestMemory memory;

  JsonBodyLimits(RequestMemory memory) {
    this.memory = memory;
  }

  @Override
  public boolean supports(
      MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public HttpInputMessage beforeBodyRead(
      HttpInputMessage message,
      MethodParameter parameter,
      Type type,
      Class<? extends HttpMessageConverter<?>> converter)
      throws IOException {
    int limit = parameter.hasMethodAnnotation(LongBody.class) ? LONG_BYTES : USUAL_BYTES;
    if (message.getHeaders().getContentLength() > limit) {
      throw tooLong(limit);
    }
    return new Bounded(message.getHeaders(), new Body(message.getBody(), limit, memory));
  }

  private static RestException tooLong(int limit) {
    return new RestException(
        413,
        ExceptionName.ARGUMENT_VALIDATION,
        "The JSON of this request is longer than %d bytes.".formatted(limit));
  }

  private record Bounded(HttpHeaders headers, InputStream body) implements HttpInputMessage {
    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }

    @Override
    public InputStream getBody() {
      return body;
    }
  }

  /** Takes heap as it is read, and gives it back when the request has been served. */
  private static final class Body extends CountedInput {

    private final int limit;
    private final RequestMemory memory;
    private RequestMemory.@Nullable Share share;
    private long read;
    private long covered = STEP;

    Body(InputStream in, int limit, RequestMemory memory) {
      super(in);
      this.limit = limit;
      this.memory = memory;
    }

    @Override
    protected void count(long bytes) {
      read += bytes;
      if (read > limit) {
        throw tooLong(limit);
      }
      while (read > covered) {
        take();
      }
    }

    private RequestMemory.Share openShare() {
      RequestMemory.Share opened = memory.share();
      RequestContextHolder.currentRequestAttributes()
          .registerDestructionCallback(
              JsonBodyLimits.class.getName(), opened::close, RequestAttributes.SCOPE_REQUEST);
      return opened;
    }

    private void take() {
      RequestMemory.Share mine = share == null ? openShare() : share;
      share = mine;
      if (!mine.take((long) STEP * HEAP_PER_BYTE)) {
        throw new RestException(
            503,
            List.of(
                RestError.of(
                    "The server has too many large requests to serve at the moment. Try again"
                        + " later.",
                    ExceptionName.RESOURCE_BUSY)));
      }
      covered += STEP;
    }
  }
}
