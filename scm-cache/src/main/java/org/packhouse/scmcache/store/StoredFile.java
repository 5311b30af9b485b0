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
import java.util.Optional;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseFile.Range;

/**
 * A file of the cache, those who use it, and what it has of the budget.
 *
 * <p>Users are its writer, each client that is being sent it, and each check of it. A client is
 * sent a hard link of its own, because what is sent by name may be opened after the one who asked
 * for it has returned, and must be the same until then. So a file that is given up leaves its place
 * at once, for {@code trash/}; but it takes room until its last user is done, and only then is that
 * given back.
 *
 * <p>Where no link can be made (a file system without them, too many, a disk that is read only now)
 * the client is sent the file itself, which then stays in its place until it was.
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

  /** Where it is now. */
  synchronized Path path() {
    return path;
  }

  /** One more user, unless it was given up. */
  synchronized boolean use() {
    if (givenUp) {
      return false;
    }
    users++;
    return true;
  }

  /**
   * One more user, unless it was given up.
   *
   * @param length how long it must be
   * @throws DamagedException if the file is not as long as it was
   */
  synchronized boolean use(long length) throws IOException {
    if (givenUp) {
      return false;
    }
    checkLength(length);
    return use();
  }

  /** One user less. */
  synchronized void done() {
    users--;
    removeWhenUnused();
  }

  /** Opens it for a user. Unlike a channel this is not closed when its thread is interrupted. */
  synchronized RandomAccessFile open(String mode) throws IOException {
    return new RandomAccessFile(path.toFile(), mode);
  }

  /** Opens it from its beginning. Not closed by an interrupt either. */
  synchronized InputStream read() throws IOException {
    return new FileInputStream(path.toFile());
  }

  /**
   * Reads bytes of it for a user.
   *
   * @throws IOException if it cannot be read; some may have been heard by then
   */
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
        listener.hear(ByteBuffer.wrap(buffer, 0, count));
        left -= count;
      }
    }
  }

  /** Gives it another name. */
  synchronized void move(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    path = target;
  }

  /**
   * Gives it to a client.
   *
   * @param position where the response begins
   * @param length how long the response is
   * @return empty if it was given up
   * @throws DamagedException if the file is not as long as it was
   */
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

  /** Nobody else gets it. */
  synchronized void giveUp() {
    givenUp = true;
    removeWhenUnused();
  }

  /** Tries again to remove what could not be removed. */
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
}
