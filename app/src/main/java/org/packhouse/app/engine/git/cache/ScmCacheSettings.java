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
 * @param enabled whether there is one
 * @param location the directory of its files, this node's alone; absent: {@code caches/scm} in the
 *     local home
 * @param maxSize how much its files may take together
 * @param minFreeDisk how much of the disk stays free
 * @param lead how far native git may run ahead of the fastest client
 * @param smallSize a response that is longer is given up when no client is left
 * @param askedAgainWithin how soon the same fetch must be asked for again to be worth keeping;
 *     clones are kept at once
 * @param verifyInterval how often each stored response is compared with its checksum
 * @param protocols the transports whose clients it answers
 */
@Validated
@ConfigurationProperties("scm-cache")
public record ScmCacheSettings(
    @DefaultValue("true") boolean enabled,
    @Nullable Path location,
    @DefaultValue("10GB") @AtLeast("1MB") DataSize maxSize,
    @DefaultValue("1GB") @AtLeast("0B") DataSize minFreeDisk,
    @DefaultValue("1GB") @AtLeast("1MB") DataSize lead,
    @DefaultValue("64MB") @AtLeast("0B") DataSize smallSize,
    @DefaultValue("5m") @AtLeast("1ms") Duration askedAgainWithin,
    @DefaultValue("6h") @AtLeast("1ms") Duration verifyInterval,
    @DefaultValue({"HTTP", "SSH"}) Set<Protocol> protocols) {

  /** How long nothing new is stored after the disk has refused. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  /** A transport. */
  public enum Protocol {
    /** HTTP and HTTPS. */
    HTTP,
    /** SSH. */
    SSH
  }

  /** Copies the transports. */
  public ScmCacheSettings {
    protocols = Set.copyOf(protocols);
  }

  /** The same in the cache's own terms. */
  public FileCacheSettings of(Path directory) {
    return new FileCacheSettingsBuilder()
        .directory(directory)
        .maximumBytes(maxSize.toBytes())
        .minimumFreeBytes(minFreeDisk.toBytes())
        .leadBytes(lead.toBytes())
        .abandonedBytes(smallSize.toBytes())
        .askedAgainWithin(askedAgainWithin)
        .verifyEvery(verifyInterval)
        .retryAfter(RETRY)
        .build();
  }

  /** Whether clients of that transport are answered. */
  public boolean serves(boolean http) {
    return protocols.contains(http ? Protocol.HTTP : Protocol.SSH);
  }
}
