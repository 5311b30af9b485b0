package org.packhouse.app.engine.git;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code scm.git.request.*}: how much a fetching client may say.
 *
 * @param maxLsRefsSize most bytes of a request that lists refs or asks for sizes
 * @param maxFetchSize most bytes of a request that fetches
 */
@ConfigurationProperties("scm.git.request")
record WireSettings(
    @DefaultValue("1MB") DataSize maxLsRefsSize, @DefaultValue("64MB") DataSize maxFetchSize) {

  WireSettings {
    checkPositive("max-ls-refs-size", maxLsRefsSize);
    checkPositive("max-fetch-size", maxFetchSize);
  }

  private static void checkPositive(String name, DataSize size) {
    if (size.toBytes() < 1) {
      throw new IllegalArgumentException(
          "scm.git.request." + name + " is " + size + ", but must be more than 0");
    }
  }
}
