package org.packhouse.scmcache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
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

  /** A memory-mapped file, unmapped by its last holder, because a mapping occupies the disk. */
  private static final class Mapping {

    private final Arena arena;
    private final MemorySegment bytes;
    private int holders = 1;

    private Mapping(Arena arena, MemorySegment bytes) {
      this.arena = arena;
      this.bytes = bytes;
    }

    /** Maps the beginning of a file, held by the caller. */
    static Mapping of(RandomAccessFile file, long length) throws IOException {
      Arena arena = Arena.ofShared();
      try {
        return new Mapping(arena, file.getChannel().map(MapMode.READ_ONLY, 0, length, arena));
      } catch (IOException | RuntimeException e) {
        arena.close();
        throw e;
      }
    }

    /** Returns false if it is unmapped already. */
    synchronized boolean hold() {
      if (holders == 0) {
        return false;
      }
      holders++;
      return true;
    }

    synchronized void release() {
      holders--;
      if (holders == 0) {
        arena.close();
      }
    }

    long length() {
      return bytes.byteSize();
    }

    /** Returns whether reading probably needs no disk access. */
    boolean isInMemory() {
      return bytes.isLoaded();
    }

    /** Returns bytes, valid while held. */
    ByteBuffer bytes(long position, long length) {
      return bytes.asSlice(position, length).asByteBuffer();
    }
  }
}
