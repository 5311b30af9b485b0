package org.packhouse.app.hosting.dialect.rest;

import org.packhouse.app.identity.setup.DialectSettings;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the version of the dialect. Open to everybody. */
@RestController
@Open("tells everybody the same")
class ApplicationPropertiesController {

  private final Properties properties;

  ApplicationPropertiesController(DialectSettings settings) {
    this.properties =
        new Properties(
            settings.version(),
            settings.buildNumber(),
            DialectSettings.BUILD_DATE,
            settings.displayName());
  }

  record Properties(String version, String buildNumber, String buildDate, String displayName) {}

  @GetMapping(RestPaths.API + "/application-properties")
  Properties get() {
    return properties;
  }
}
