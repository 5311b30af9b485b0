package org.packhouse.app.identity.administration.rest;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the metrics of the answering node, in the text format of Prometheus. */
@RestController
@RequestMapping(RestPaths.OWN + "/metrics")
class MetricsController {

  private static final String TEXT = "text/plain;version=0.0.4;charset=utf-8";

  private final PrometheusMeterRegistry registry;

  MetricsController(PrometheusMeterRegistry registry) {
    this.registry = registry;
  }

  @Requires(Permission.ADMIN)
  @GetMapping(produces = TEXT)
  String metrics() {
    return registry.scrape();
  }
}
