package org.packhouse.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.packhouse.app.configuration.NodeSettings;
import org.packhouse.app.node.Homes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates and lists the pieces that a server is made of. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  @Bean
  Homes homes(NodeSettings settings) throws IOException {
    Path local =
        settings.home() == null
            ? Path.of(System.getProperty("user.home"), ".packhouse")
            : settings.home();
    local = local.toAbsolutePath().normalize();
    Path shared =
        settings.sharedHome() == null
            ? local.resolve("shared")
            : settings.sharedHome().toAbsolutePath().normalize();
    Homes homes = new Homes(local, shared);
    Files.createDirectories(homes.temporary());
    Files.createDirectories(homes.repositories());
    return homes;
  }
}
