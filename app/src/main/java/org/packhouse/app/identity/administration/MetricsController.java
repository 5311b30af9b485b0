package org.packhouse.app.identity.administration;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: what the node that answers has counted and measured, in the text format of Prometheus. */
@RestController
@RequestMapping(RestPaths.OWN + "/metrics")
class MetricsController {

  private static final String TEXT = "text/plain;version=0.0.4;charset=utf-8";

  private final PrometheusMeterRegistry registry;
  private final Administrators administrators;

  MetricsController(PrometheusMeterRegistry registry, Administrators administrators) {
    this.registry = registry;
    this.administrators = administrators;
  }

  @GetMapping(produces = TEXT)
  String metrics() {
    administrators.require();
    return registry.scrape();
  }
}
