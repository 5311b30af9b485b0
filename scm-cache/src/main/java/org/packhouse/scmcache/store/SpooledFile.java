package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey.Asked;
import org.packhouse.scmcache.stream.Spool;

/**
 * A response that is being written to a file. The file is made with the first bytes; its header
 * comes last, so that what a process that died has left is no entry.
 */
final class SpooledFile implements Spool {

  private final Asked asked;
  private final Directory directory;
  private final StoredFile file;
  private final DiskState disk;
  private final Shelf shelf;
  private final Clock clock;
  private final CRC32C checksum = new CRC32C();
  private final int headerLength;
  private @Nullable RandomAccessFile out;
  private long length;
  private boolean full;

  SpooledFile(
      Asked asked, Directory directory, Room room, DiskState disk, Shelf shelf, Clock clock) {
    this.asked = asked;
    this.directory = directory;
    this.disk = disk;
    this.shelf = shelf;
    this.clock = clock;
    this.file = new StoredFile(directory, directory.writing(), Allotment.none(room));
    this.headerLength = Header.length(asked.wants());
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

  /** What somebody else has cut would grow again with a hole in it. */
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
  public Reading open() throws IOException {
    return new FileReading(file.open("r"), headerLength);
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
        new Header(asked.key(), asked.wants(), clock.instant(), length, (int) checksum.getValue());
    checkLength(target);
    target.seek(0);
    target.write(header.toBytes());
    target.close();
    file.move(directory.entry(asked.key()));
    file.allotment().trim();
    disk.stored();
    shelf.put(new Entry(header, file, header.created()), asked.series());
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
    file.done();
  }

  private record FileReading(RandomAccessFile file, int start) implements Reading {

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
      if (file.getFilePointer() != start + position) {
        file.seek(start + position);
      }
      int count = file.read(target, offset, length);
      if (count <= 0) {
        throw new IOException("The file of a response that is being made was cut");
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
