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
 * Maps frequently read files, which then need neither system calls nor copies. Bytes outside the
 * page cache are not read by this, because a page fault blocks the carrier thread.
 */
final class Mappings {

  private static final Logger LOG = LoggerFactory.getLogger(Mappings.class);

  /** Maximum of bytes mapped; their page tables take a five hundredth of it. */
  private static final long MAX_BYTES = 2L << 30;

  /** Maximum of bytes of one file. */
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

  /** Returns false if nothing was passed on; an unreadable disk is not that. */
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
      listener.onBytes(mapping.bytes(position, length));
      return true;
    } catch (InternalError e) {
      // The JVM's report of an unreadable page, possibly delayed: bytes passed on may be wrong, so
      // the response must fail instead of continuing from elsewhere.
      throw new UncheckedIOException(
          new IOException("The disk did not deliver a part of " + file.path(), e));
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

  void forget(StoredFile file) {
    mapped.invalidate(file);
  }

  void forgetAll() {
    mapped.invalidateAll();
  }
}
