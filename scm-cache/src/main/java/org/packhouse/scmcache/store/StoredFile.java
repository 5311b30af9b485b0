package org.packhouse.scmcache.store;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseFile.Range;

/**
 * A file of the cache, its users and its share of the budget.
 *
 * <p>Users are the writer, clients being sent it, and verifications. Each client gets its own hard
 * link, because the file may be opened by name after its request returned and must not change until
 * then. A dropped file moves to {@code trash/} at once, but its space is released only with its
 * last user.
 *
 * <p>If linking fails, the client is sent the file itself, which stays in place until then.
 */
final class StoredFile {

  private static final int BUFFER = 64 * 1024;

  private final Directory directory;
  private final Allotment allotment;
  private Path path;
  private int users;
  private int unlinkedUsers;
  private boolean givenUp;
  private boolean gone;

  StoredFile(Directory directory, Path path, Allotment allotment) {
    this.directory = directory;
    this.path = path;
    this.allotment = allotment;
  }

  Allotment allotment() {
    return allotment;
  }

  synchronized Path path() {
    return path;
  }

  /** Adds a user, unless the file was dropped. */
  synchronized boolean use() {
    if (givenUp) {
      return false;
    }
    users++;
    return true;
  }

  /** Fails if the file has another length. */
  synchronized boolean use(long length) throws IOException {
    if (givenUp) {
      return false;
    }
    checkLength(length);
    return use();
  }

  synchronized void done() {
    users--;
    removeWhenUnused();
  }

  /** Opens a file that, unlike a channel, survives interrupts of its thread. */
  synchronized RandomAccessFile open(String mode) throws IOException {
    return new RandomAccessFile(path.toFile(), mode);
  }

  /** Opens a stream that survives interrupts of its thread. */
  synchronized InputStream read() throws IOException {
    return new FileInputStream(path.toFile());
  }

  /** May fail after some bytes were passed on. */
  void read(long position, long length, PartListener listener) throws IOException {
    if (directory.mappings().read(this, position, length, listener)) {
      return;
    }
    try (RandomAccessFile source = open("r")) {
      source.seek(position);
      byte[] buffer = new byte[BUFFER];
      for (long left = length; left > 0; ) {
        int count = source.read(buffer, 0, (int) Math.min(BUFFER, left));
        if (count < 0) {
          throw new DamagedException("a part ends " + left + " bytes early");
        }
        listener.onBytes(ByteBuffer.wrap(buffer, 0, count));
        left -= count;
      }
    }
  }

  synchronized void move(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    path = target;
  }

  /** Shares the file with a client; empty if it was dropped. */
  synchronized Optional<ResponseFile> share(long position, long length) throws IOException {
    if (givenUp) {
      return Optional.empty();
    }
    checkLength(position + length);
    users++;
    Path link = directory.link();
    try {
      Files.createLink(link, path);
      return Optional.of(new SharedFile(new Range(link, position, length), () -> unlink(link)));
    } catch (IOException | UnsupportedOperationException _) {
      unlinkedUsers++;
      return Optional.of(new SharedFile(new Range(path, position, length), this::doneInPlace));
    }
  }

  private void checkLength(long expected) throws IOException {
    long found;
    try {
      found = Files.size(path);
    } catch (NoSuchFileException e) {
      throw new DamagedException("it is not there any more", e);
    }
    if (found != expected) {
      throw new DamagedException("it has " + found + " bytes instead of " + expected);
    }
  }

  private void unlink(Path link) {
    try {
      Files.deleteIfExists(link);
    } catch (IOException _) {
      directory.removeLater(link);
    }
    done();
  }

  private synchronized void doneInPlace() {
    unlinkedUsers--;
    done();
  }

  /** Drops the file. */
  synchronized void giveUp() {
    givenUp = true;
    removeWhenUnused();
  }

  /** Removes a dropped file once unused; retried on failure. */
  synchronized void removeWhenUnused() {
    if (!givenUp || gone) {
      return;
    }
    if (users > 0) {
      allotment.pend();
    }
    if (unlinkedUsers > 0) {
      return;
    }
    try {
      if (users > 0) {
        moveToTrash();
      } else {
        directory.mappings().forget(this);
        Files.deleteIfExists(path);
        gone = true;
        allotment.giveBack();
      }
    } catch (IOException _) {
      directory.removeLater(this);
    }
  }

  private void moveToTrash() throws IOException {
    if (!directory.isTrash(path) && Files.exists(path)) {
      move(directory.trash());
    }
  }

  /** A file being sent to one client. */
  private static final class SharedFile implements ResponseFile {

    private final Range range;
    private final Runnable closed;
    private final AtomicBoolean open = new AtomicBoolean(true);

    SharedFile(Range range, Runnable closed) {
      this.range = range;
      this.closed = closed;
    }

    @Override
    public List<Range> ranges() {
      return List.of(range);
    }

    @Override
    public long length() {
      return range.length();
    }

    @Override
    public void close() {
      if (open.compareAndSet(true, false)) {
        closed.run();
      }
    }
  }
}
