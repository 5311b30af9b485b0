package org.packhouse.scmcache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.PartListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that are read again and again are mapped into memory, and stay so: to read one takes no
 * call of the kernel and no copy then. What is not in memory is not read like this, for a thread
 * that waits for a page of a mapping holds its processor up.
 */
final class Mappings {

  private static final Logger LOG = LoggerFactory.getLogger(Mappings.class);

  /** Bytes of all files that are mapped; the tables for them take a five hundredth of it. */
  private static final long MAX_BYTES = 2L << 30;

  /** Bytes of one. */
  private static final long MAX_LENGTH = MAX_BYTES / 4;

  private final Cache<StoredFile, Mapping> mapped =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES / Budget.BLOCK)
          .weigher((StoredFile _, Mapping mapping) ->
              (int) (Budget.inBlocks(mapping.length()) / Budget.BLOCK))
          .executor(Runnable::run)
          .removalListener(Mappings::release)
          .build();

  private static void release(
      @Nullable StoredFile file, @Nullable Mapping mapping, RemovalCause cause) {
    if (mapping != null) {
      mapping.release();
    }
  }

  /**
   * Reads bytes of a file, which is in use meanwhile.
   *
   * @return whether it did; if not, nothing was heard
   * @throws IOException if the listener fails
   * @throws UncheckedIOException if the disk does
   */
  boolean read(StoredFile file, long position, long length, PartListener listener)
      throws IOException {
    if (position + length > MAX_LENGTH) {
      return false;
    }
    Mapping mapping = hold(file, position + length);
    if (mapping == null) {
      return false;
    }
    try {
      if (!mapping.isInMemory()) {
        return false;
      }
      listener.hear(mapping.bytes(position, length));
      return true;
    } catch (InternalError e) {
      // What the JVM makes of a page that cannot be read, some time after it was: what was heard
      // may be wrong, so the response must fail, not be made otherwise from here on.
      throw new UncheckedIOException(
          new IOException("The disk has not given a part of " + file.path(), e));
    } finally {
      mapping.release();
    }
  }

  private @Nullable Mapping hold(StoredFile file, long length) {
    Mapping known = mapped.getIfPresent(file);
    if (known != null && known.hold()) {
      return known;
    }
    try (RandomAccessFile opened = file.open("r")) {
      Mapping mapping = Mapping.of(opened, length);
      mapping.hold();
      if (mapped.asMap().putIfAbsent(file, mapping) != null) {
        mapping.release();
      }
      return mapping;
    } catch (IOException e) {
      LOG.debug("{} cannot be mapped into memory", file.path(), e);
      return null;
    }
  }

  /** Lets go of a file that will be read no more. */
  void forget(StoredFile file) {
    mapped.invalidate(file);
  }

  /** Lets go of all. */
  void forgetAll() {
    mapped.invalidateAll();
  }
}
