package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Controllers' mappings that are read on demand: reading them took an eighth of a start, git needs
 * none, and {@link MappingsWarmUp} reads them before the first page or REST call.
 */
final class LateMappings extends RequestMappingHandlerMapping {

  private final ReentrantLock reading = new ReentrantLock();
  private volatile boolean read;

  /** Called by Spring during a start; does nothing. */
  @Override
  protected void initHandlerMethods() {}

  /** Reads the mappings once; two methods with the same path are an IllegalStateException. */
  void read() {
    // Spring itself asks for what it has, at the end of its reading.
    if (read || reading.isHeldByCurrentThread()) {
      return;
    }
    reading.lock();
    try {
      if (!read) {
        super.initHandlerMethods();
        read = true;
      }
    } finally {
      reading.unlock();
    }
  }

  @Override
  protected @Nullable HandlerMethod getHandlerInternal(HttpServletRequest request)
      throws Exception {
    read();
    return super.getHandlerInternal(request);
  }

  @Override
  public Map<RequestMappingInfo, HandlerMethod> getHandlerMethods() {
    read();
    return super.getHandlerMethods();
  }

  @Override
  public @Nullable List<HandlerMethod> getHandlerMethodsForMappingName(String name) {
    read();
    return super.getHandlerMethodsForMappingName(name);
  }

  @Override
  public void registerMapping(RequestMappingInfo mapping, Object handler, Method method) {
    read();
    super.registerMapping(mapping, handler, method);
  }

  @Override
  public void unregisterMapping(RequestMappingInfo mapping) {
    read();
    super.unregisterMapping(mapping);
  }
}
