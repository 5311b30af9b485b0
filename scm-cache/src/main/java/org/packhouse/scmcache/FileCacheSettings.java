package org.packhouse.scmcache;

import java.nio.file.Path;
import java.time.Duration;
import org.immutables.value.Value;

/**
 * Settings of the cache in files.
 *
 * @param directory where it keeps its files; no other process may use it
 * @param maximumBytes how much all of its files take together, those that are still being sent or
 *     written included
 * @param minimumFreeBytes how much of the disk stays free
 * @param leadBytes how far the making of a response may run ahead of the fastest client
 * @param abandonedBytes a response that is longer is given up when no client is left; a shorter one
 *     is made to its end
 * @param askedAgainWithin how soon the same fetch must be asked for again to be worth keeping
 * @param verifyEvery how often each stored response is compared with its checksum
 * @param retryAfter how long nothing new is stored after the disk has refused
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

  /** The usual settings: up to 10 GiB, while 1 GiB of the disk stays free. */
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

  /** The same with other bounds of what may be stored. */
  public FileCacheSettings within(long maximum, long minimumFree) {
    return new FileCacheSettingsBuilder()
        .copyOf(this)
        .maximumBytes(maximum)
        .minimumFreeBytes(minimumFree)
        .build();
  }

  /** The same with other bounds of what is made ahead of, or without, its clients. */
  public FileCacheSettings ahead(long lead, long abandoned) {
    return new FileCacheSettingsBuilder()
        .copyOf(this)
        .leadBytes(lead)
        .abandonedBytes(abandoned)
        .build();
  }
}
