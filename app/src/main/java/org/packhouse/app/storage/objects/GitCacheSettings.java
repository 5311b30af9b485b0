package org.packhouse.app.storage.objects;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code scm.git.cache.*}: what is kept in memory of the packs of all repositories.
 *
 * @param heapPercentage how much of the heap, in percent, pieces of packs may take
 * @param openFiles how many pack files may be open at once
 */
@ConfigurationProperties("scm.git.cache")
record GitCacheSettings(
    @DefaultValue("20") int heapPercentage, @DefaultValue("2048") int openFiles) {

  GitCacheSettings {
    if (heapPercentage < 1 || heapPercentage > 50) {
      throw new IllegalArgumentException(
          "scm.git.cache.heap-percentage is " + heapPercentage + ", but must be 1 to 50");
    }
    if (openFiles < 16) {
      throw new IllegalArgumentException(
          "scm.git.cache.open-files is " + openFiles + ", but must be 16 or more");
    }
  }
}
