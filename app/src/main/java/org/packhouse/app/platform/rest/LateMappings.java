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
 * Mappings of paths to methods of controllers that are read when somebody asks for them, and not
 * while the server starts, an eighth of which they were: git needs none of them, and the first page
 * or REST call comes when {@link MappingsReading} has read them already.
 */
final class LateMappings extends RequestMappingHandlerMapping {

  private final ReentrantLock reading = new ReentrantLock();
  private volatile boolean read;

  /** Where Spring reads them in a start. */
  @Override
  protected void initHandlerMethods() {}

  /**
   * Reads them unless that is done; waits if another does so.
   *
   * @throws IllegalStateException if two methods have the same path
   */
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
