package org.packhouse.app.engine.git.cache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.FileCacheSettingsBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code scm-cache.*}: the cache of clones and fetches.
 *
 * @param location this node's directory; absent: {@code caches/scm} in the local home
 * @param minFreeDisk disk space that stays free
 * @param lead how far native git may run ahead of the fastest client
 * @param verifyInterval between checksum tests of each response
 */
@Validated
@ConfigurationProperties("scm-cache")
public record ScmCacheSettings(
    @DefaultValue("true") boolean enabled,
    @Nullable Path location,
    @DefaultValue("10GB") @AtLeast("1MB") DataSize maxSize,
    @DefaultValue("1GB") @AtLeast("0B") DataSize minFreeDisk,
    @DefaultValue("1GB") @AtLeast("1MB") DataSize lead,
    @DefaultValue("6h") @AtLeast("1ms") Duration verifyInterval,
    @DefaultValue({"HTTP", "SSH"}) Set<Protocol> protocols) {

  /**
   * Bytes up to which a response is completed even if no client is left: one that tries again finds
   * it.
   */
  private static final long MAX_ABANDONED = 64L << 20;

  /** Builds that fetch after one push come within this time; other fetches rarely recur. */
  private static final Duration ASKED_AGAIN_WITHIN = Duration.ofMinutes(5);

  /** Pause of storing after the disk has refused a write. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  public enum Protocol {
    HTTP,
    SSH
  }

  public ScmCacheSettings {
    protocols = Set.copyOf(protocols);
  }

  public FileCacheSettings of(Path directory) {
    return new FileCacheSettingsBuilder()
        .directory(directory)
        .maximumBytes(maxSize.toBytes())
        .minimumFreeBytes(minFreeDisk.toBytes())
        .leadBytes(lead.toBytes())
        .abandonedBytes(MAX_ABANDONED)
        .askedAgainWithin(ASKED_AGAIN_WITHIN)
        .verifyEvery(verifyInterval)
        .retryAfter(RETRY)
        .build();
  }

  public boolean serves(boolean http) {
    return protocols.contains(http ? Protocol.HTTP : Protocol.SSH);
  }
}
