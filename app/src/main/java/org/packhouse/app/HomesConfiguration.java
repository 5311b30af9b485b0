package org.packhouse.app;

import java.io.IOException;
import java.nio.file.Files;
import org.packhouse.app.platform.configuration.HomeDirectories;
import org.packhouse.app.platform.configuration.NodeSettings;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.OpenHomes;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.packhouse.app.platform.node.SharedHomeProbe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Names the homes and guards the shared one, for the server and its commands. */
@Configuration(proxyBeanMethods = false)
class HomesConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(HomesConfiguration.class);

  @Bean
  Homes homes(NodeSettings settings) throws IOException {
    HomeDirectories directories = HomeDirectories.of(settings);
    Homes homes = new Homes(directories.local(), directories.shared());
    Files.createDirectories(homes.temporary());
    Files.createDirectories(homes.repositories());
    OpenHomes.find(homes).forEach(LOG::warn);
    return homes;
  }

  @Bean
  SharedHomeProbe sharedHomeProbe(Homes homes) {
    return new SharedHomeProbe(homes.nodes());
  }

  @Bean
  SharedHomeBulkhead sharedHomeDoor(SharedHomeProbe probe) {
    return new SharedHomeBulkhead(probe);
  }
}
