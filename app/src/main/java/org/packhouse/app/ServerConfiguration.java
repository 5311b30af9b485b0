package org.packhouse.app;

import java.io.IOException;
import java.nio.file.Files;
import org.packhouse.app.configuration.HomeFolders;
import org.packhouse.app.configuration.NodeSettings;
import org.packhouse.app.node.Homes;
import org.packhouse.scmcache.NullScmCache;
import org.packhouse.scmcache.ScmCache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates and lists the pieces that a server is made of. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  @Bean
  Homes homes(NodeSettings settings) throws IOException {
    HomeFolders folders = HomeFolders.of(settings);
    Homes homes = new Homes(folders.local(), folders.shared());
    Files.createDirectories(homes.temporary());
    Files.createDirectories(homes.repositories());
    return homes;
  }

  @Bean
  ScmCache scmCache() {
    return new NullScmCache();
  }
}
