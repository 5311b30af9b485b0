package org.packhouse.scmcache.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.StoredEntry;

/** A stored response. Entries found at start are verified before they are served. */
final class Entry {

  /** Longer lists of wants are read from the file on demand. */
  private static final int WANTS_IN_MEMORY = 4;

  private static final int BUFFER = 128 * 1024;

  private final ResponseKey key;
  private final StoredFile file;
  private final List<String> someWants;
  private final int headerLength;
  private final long bodyLength;
  private final int bodyChecksum;
  private final @Nullable Insertion insertion;
  private final Instant created;
  private final LongAdder hits = new LongAdder();
  private volatile Instant lastUsed;
  private volatile Instant verified;

  /** {@link Instant#MIN} if the file was never verified. */
  Entry(Header header, StoredFile file, Instant verified) {
    this.key = header.key();
    this.file = file;
    this.someWants = header.wants().size() <= WANTS_IN_MEMORY ? header.wants() : List.of();
    this.headerLength = header.length();
    this.bodyLength = header.bodyLength();
    this.bodyChecksum = header.bodyChecksum();
    this.insertion = header.insertion();
    this.created = header.created();
    this.lastUsed = header.created();
    this.verified = verified;
  }

  ResponseKey key() {
    return key;
  }

  StoredFile file() {
    return file;
  }

  /** Returns the length of the response, without a shared part. */
  long bytes() {
    return bodyLength;
  }

  @Nullable Insertion insertion() {
    return insertion;
  }

  Instant created() {
    return created;
  }

  /** Returns its size in blocks of the budget. */
  int blocks() {
    return (int) (Budget.inBlocks(headerLength + bodyLength) / Budget.BLOCK);
  }

  List<String> wants() throws IOException {
    boolean none = headerLength == Header.length(List.of(), insertion != null);
    return none || !someWants.isEmpty() ? someWants : readWants();
  }

  private List<String> readWants() throws IOException {
    try (InputStream in = file.read()) {
      return Header.read(in).wants();
    }
  }

  /** Shares the file with a client; empty if the entry was dropped. */
  Optional<ResponseFile> share(Instant now) throws IOException {
    if (verified.equals(Instant.MIN)) {
      verifyOnce(now);
    }
    Optional<ResponseFile> shared = file.share(headerLength, bodyLength);
    if (shared.isPresent()) {
      hits.increment();
      lastUsed = now;
    }
    return shared;
  }

  /** Uses the file as a part of another response; empty if the entry was dropped. */
  Optional<UsedPart> use(Instant now) throws IOException {
    if (verified.equals(Instant.MIN)) {
      verifyOnce(now);
    }
    if (!file.use(headerLength + bodyLength)) {
      return Optional.empty();
    }
    lastUsed = now;
    return Optional.of(new UsedPart(file, headerLength, bodyLength));
  }

  private synchronized void verifyOnce(Instant now) throws IOException {
    if (verified.equals(Instant.MIN)) {
      verify(now);
    }
  }

  boolean isUnverifiedSince(Instant then) {
    return verified.isBefore(then);
  }

  /** Verifies the checksum, unless the entry was dropped. */
  synchronized void verify(Instant now) throws IOException {
    if (!file.use()) {
      return;
    }
    try (InputStream in = new BufferedInputStream(file.read(), BUFFER)) {
      Header header = Header.read(in);
      if (!header.key().equals(key)
          || header.bodyLength() != bodyLength
          || header.bodyChecksum() != bodyChecksum
          || !Objects.equals(header.insertion(), insertion)) {
        throw new DamagedException("its header is that of another entry");
      }
      verifyBody(in);
      verified = now;
    } finally {
      file.done();
    }
  }

  private void verifyBody(InputStream in) throws IOException {
    CRC32C checksum = new CRC32C();
    byte[] buffer = new byte[BUFFER];
    long length = 0;
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      checksum.update(buffer, 0, count);
      length += count;
    }
    if (length != bodyLength) {
      throw new DamagedException("it has " + length + " bytes instead of " + bodyLength);
    }
    if ((int) checksum.getValue() != bodyChecksum) {
      throw new DamagedException("its bytes do not have their checksum");
    }
  }

  StoredEntry described() {
    return new StoredEntry(key, bodyLength, hits.sum(), created, lastUsed);
  }
}
