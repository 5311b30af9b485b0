package org.packhouse.scmcache;

import java.nio.file.Path;
import java.time.Duration;
import org.immutables.value.Value;

/**
 * Settings of the file cache.
 *
 * @param directory for no other process
 * @param maximumBytes of all files, including those being sent or written
 * @param minimumFreeBytes disk space to leave free
 * @param leadBytes how far a production may run ahead of its fastest client
 * @param abandonedBytes longer productions are cancelled when no client is left; shorter ones
 *     complete
 * @param askedAgainWithin how soon a fetch must be repeated to be stored
 * @param verifyEvery interval of checksum verification per entry
 * @param retryAfter pause of storing after the disk has refused
 */
@Value.Builder
public record FileCacheSettings(
    Path directory,
    long maximumBytes,
    long minimumFreeBytes,
    long leadBytes,
    long abandonedBytes,
    Duration askedAgainWithin,
    Duration verifyEvery,
    Duration retryAfter) {

  private static final long MIB = 1024L * 1024;

  /** Returns the defaults: 10 GiB at most, leaving 1 GiB of the disk free. */
  public static FileCacheSettings in(Path directory) {
    return new FileCacheSettingsBuilder()
        .directory(directory)
        .maximumBytes(10_240 * MIB)
        .minimumFreeBytes(1024 * MIB)
        .leadBytes(1024 * MIB)
        .abandonedBytes(64 * MIB)
        .askedAgainWithin(Duration.ofMinutes(5))
        .verifyEvery(Duration.ofHours(6))
        .retryAfter(Duration.ofSeconds(10))
        .build();
  }

  public FileCacheSettings within(long maximum, long minimumFree) {
    return new FileCacheSettingsBuilder()
        .copyOf(this)
        .maximumBytes(maximum)
        .minimumFreeBytes(minimumFree)
        .build();
  }

  public FileCacheSettings ahead(long lead, long abandoned) {
    return new FileCacheSettingsBuilder()
        .copyOf(this)
        .leadBytes(lead)
        .abandonedBytes(abandoned)
        .build();
  }
}
