package org.packhouse.app.platform.rest;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.NodeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
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
}
