package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.NodeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Reads controllers' paths a moment after the server is ready, unless a request needs them before:
 * a push that waited for the start is not to share the processors with this.
 */
@Component
class MappingsWarmUp implements WebMvcRegistrations {

  private static final Logger LOG = LoggerFactory.getLogger(MappingsWarmUp.class);

  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final LateMappings mappings = new LateMappings();
  private final @Nullable NodeSettings settings;

  MappingsWarmUp(@Nullable NodeSettings settings) {
    this.settings = settings;
  }

  @Override
  public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
    return mappings;
  }

  /** A rehearsal ends with this event, and has to have read them. */
  @EventListener
  @Order(-1)
  void read(ApplicationReadyEvent ready) {
    if (settings != null && settings.rehearsal()) {
      mappings.read();
    } else {
      Thread.ofPlatform().daemon().name("mappings").start(this::readAhead);
    }
  }

  private void readAhead() {
    try {
      Thread.sleep(MOMENT);
      mappings.read();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // Each request that needs the mappings fails with the same exception.
      LOG.error("The paths of pages and of REST cannot be read", e);
    }
  }

  /**
   * Controllers' mappings that are read on demand: reading them took an eighth of a start, git
   * needs none, and {@link MappingsWarmUp} reads them before the first page or REST call.
   */
  static final class LateMappings extends RequestMappingHandlerMapping {

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
}
