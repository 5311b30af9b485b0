package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.ResponsePart;
import org.packhouse.scmcache.store.EvictingBudget.NoRoomException;
import org.packhouse.scmcache.stream.Spool;

/** A response being written to a file. Its header comes last, so an unfinished file is no entry. */
final class SpooledFile implements Spool {

  private final Request request;
  private final Directory directory;
  private final StoredFile file;
  private final DiskState disk;
  private final EntryCache cache;
  private final Clock clock;
  private final CRC32C checksum = new CRC32C();
  private final Parts parts;
  private int headerLength;
  private @Nullable Insertion insertion;
  private @Nullable UsedPart part;
  private @Nullable RandomAccessFile out;
  private long length;
  private boolean full;

  SpooledFile(
      Request request,
      Directory directory,
      EvictingBudget room,
      DiskState disk,
      EntryCache cache,
      Parts parts,
      Clock clock) {
    this.request = request;
    this.directory = directory;
    this.disk = disk;
    this.cache = cache;
    this.parts = parts;
    this.clock = clock;
    this.file = new StoredFile(directory, directory.writing(), Allotment.none(room));
    this.headerLength = Header.length(request.wants(), false);
    file.use();
  }

  @Override
  public boolean append(byte[] bytes, int offset, int count) {
    if (full) {
      return false;
    }
    try {
      write(bytes, offset, count);
      return true;
    } catch (NoRoomException e) {
      if (e.isDiskFull()) {
        disk.refused(e);
      }
    } catch (IOException e) {
      disk.refused(e);
    }
    full = true;
    return false;
  }

  private void write(byte[] bytes, int offset, int count) throws IOException {
    long end = headerLength + length + count;
    file.allotment().cover(end);
    RandomAccessFile target = out == null ? create() : out;
    checkLength(target);
    target.write(bytes, offset, count);
    checksum.update(bytes, offset, count);
    file.allotment().written(end);
    length += count;
  }

  /** A file truncated from outside would grow again with a hole. */
  private void checkLength(RandomAccessFile target) throws IOException {
    long expected = length == 0 ? 0 : headerLength + length;
    if (target.length() != expected) {
      throw new IOException(
          "%s has %d bytes instead of %d".formatted(file.path(), target.length(), expected));
    }
  }

  private RandomAccessFile create() throws IOException {
    Files.createDirectories(file.path().getParent());
    RandomAccessFile created = file.open("rw");
    out = created;
    created.seek(headerLength);
    return created;
  }

  @Override
  public boolean include(byte[] before, ResponsePart included, PartListener listener)
      throws IOException {
    if (full || length > 0 || part != null) {
      return false;
    }
    UsedPart stored = parts.findOrStore(included).orElse(null);
    if (stored == null) {
      return false;
    }
    part = stored;
    if (stored.length() != included.length()) {
      return false;
    }
    try {
      stored.read(listener);
    } catch (IOException e) {
      disk.refused(e);
      return false;
    }
    insertion = new Insertion(included.key(), before.length, included.length());
    headerLength = Header.length(request.wants(), true);
    return append(before, 0, before.length);
  }

  @Override
  public Optional<ResponseFile> share() {
    try {
      Optional<ResponseFile> own = file.share(headerLength, length);
      Insertion inserted = insertion;
      return inserted == null || own.isEmpty()
          ? own
          : JoinedFile.join(own.get(), inserted, parts.find(inserted.part()));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  @Override
  public Reading open() throws IOException {
    Insertion inserted = insertion;
    UsedPart included = part;
    RandomAccessFile own = file.open("r");
    if (inserted == null || included == null) {
      return new FileReading(own, headerLength);
    }
    try {
      return new JoinedReading(
          new FileReading(own, headerLength),
          new FileReading(included.open(), included.position()),
          inserted);
    } catch (IOException | RuntimeException e) {
      own.close();
      throw e;
    }
  }

  @Override
  public void keep() {
    RandomAccessFile target = out;
    if (full || target == null) {
      discard();
      return;
    }
    boolean kept = false;
    try {
      keep(target);
      kept = true;
    } catch (IOException e) {
      disk.refused(e);
    } finally {
      if (!kept) {
        discard();
      }
    }
  }

  private void keep(RandomAccessFile target) throws IOException {
    Header header =
        new Header(
            request.key(),
            request.wants(),
            clock.instant(),
            length,
            (int) checksum.getValue(),
            insertion);
    checkLength(target);
    target.seek(0);
    target.write(header.toBytes());
    target.close();
    file.move(directory.entry(request.key()));
    file.allotment().trim();
    disk.stored();
    cache.put(new Entry(header, file, header.created()), request.series());
  }

  @Override
  public void discard() {
    full = true;
    closeQuietly();
    file.giveUp();
  }

  private void closeQuietly() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      disk.refused(e);
    }
  }

  @Override
  public void close() {
    if (part != null) {
      part.close();
    }
    file.done();
  }

  private record JoinedReading(FileReading own, FileReading part, Insertion insertion)
      implements Reading {

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
      long inPart = position - insertion.at();
      if (inPart < 0) {
        return own.read(position, target, offset, (int) Math.min(length, -inPart));
      }
      long left = insertion.length() - inPart;
      return left > 0
          ? part.read(inPart, target, offset, (int) Math.min(length, left))
          : own.read(position - insertion.length(), target, offset, length);
    }

    @Override
    public void close() {
      own.close();
      part.close();
    }
  }

  private record FileReading(RandomAccessFile file, long start) implements Reading {

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
      if (file.getFilePointer() != start + position) {
        file.seek(start + position);
      }
      int count = file.read(target, offset, length);
      if (count <= 0) {
        throw new IOException("The file of a response in production was truncated");
      }
      return count;
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
