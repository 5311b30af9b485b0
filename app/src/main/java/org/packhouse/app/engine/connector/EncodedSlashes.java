package org.packhouse.app.engine.connector;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Permits {@code %2F} and {@code %5C} in a path segment: names of branches and files. */
@Configuration(proxyBeanMethods = false)
public class EncodedSlashes {

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> encodedSlashCustomizer() {
    return factory ->
        factory.addConnectorCustomizers(connector -> {
          connector.setEncodedSolidusHandling("passthrough");
          connector.setEncodedReverseSolidusHandling("passthrough");
        });
  }
}
