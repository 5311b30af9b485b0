package org.packhouse.app.testing.nfsclient;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A file system that shows a directory of the local disk as the client of NFS on another machine
 * does, for as long as its memory lasts, which is for ever here: a name that was looked for and not
 * found stays absent, and a file looks as it did, until the directory is opened. What is read of a
 * file that is opened is always what is in it. Several clients of one directory are as many
 * machines.
 */
public final class NfsClient extends FileSystem {

  private static final FileSystem LOCAL = FileSystems.getDefault();

  private final NfsProvider provider = new NfsProvider(this);
  private final Path mount;
  private final Set<Path> absent = new HashSet<>();
  private final Map<Path, BasicFileAttributes> looks = new HashMap<>();
  private final Set<Path> replaced = new HashSet<>();
  private int opened;

  /** Mounts a directory. */
  public NfsClient(Path mount) throws IOException {
    this.mount = mount.toRealPath();
  }

  /** The directory, as this client shows it. */
  public Path root() {
    return show(mount);
  }

  /** How often a directory was opened. */
  public int opened() {
    return opened;
  }

  /** The next reading of a file comes upon another one of that name, as if it was just replaced. */
  public synchronized void replaceUnderReader(Path shown) {
    replaced.add(NfsPath.local(shown));
  }

  synchronized void requireNotReplaced(Path local) throws IOException {
    if (replaced.remove(local)) {
      throw new FileSystemException(local.toString(), null, "Stale file handle");
    }
  }

  Path show(Path local) {
    return new NfsPath(this, local);
  }

  /** Fails if the client takes the file for absent, rightly or not. */
  synchronized void lookUp(Path local) throws IOException {
    if (!local.startsWith(mount)) {
      return;
    }
    Path each = mount;
    for (Path name : mount.relativize(local)) {
      each = each.resolve(name);
      if (absent.contains(each)) {
        throw new NoSuchFileException(local.toString());
      }
      if (!Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
        absent.add(each);
        looks.remove(each);
        throw new NoSuchFileException(local.toString());
      }
    }
  }

  /** How the client takes a file to look. */
  synchronized BasicFileAttributes look(Path local) throws IOException {
    lookUp(local);
    BasicFileAttributes known = looks.get(local);
    if (known == null) {
      known = attributes(local);
      looks.put(local, known);
    }
    return known;
  }

  private static BasicFileAttributes attributes(Path local) throws IOException {
    return Files.readAttributes(local, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** The client asks the server for the directory, and believes nothing of what it holds. */
  synchronized void open(Path directory) throws IOException {
    lookUp(directory);
    if (Files.isDirectory(directory)) {
      opened++;
      looks.remove(directory);
      absent.removeIf(name -> directory.equals(name.getParent()));
      looks
          .entrySet()
          .removeIf(look ->
              directory.equals(look.getKey().getParent())
                  && isAnother(look.getKey(), look.getValue()));
    }
  }

  /** A number of a file that was removed may be given to another one, which is of another time. */
  private static boolean isAnother(Path file, BasicFileAttributes look) {
    try {
      BasicFileAttributes now = attributes(file);
      return !Objects.equals(now.fileKey(), look.fileKey())
          || !now.creationTime().equals(look.creationTime());
    } catch (IOException e) {
      return true;
    }
  }

  /** A file was opened: close-to-open asks how it looks. */
  synchronized void openedFile(Path file) {
    looks.remove(file);
  }

  /** The client itself has made, replaced or removed that name. */
  synchronized void changed(Path local) {
    looks.remove(local);
    if (Files.exists(local, LinkOption.NOFOLLOW_LINKS)) {
      absent.remove(local);
    } else {
      absent.add(local);
    }
  }

  @Override
  public NfsProvider provider() {
    return provider;
  }

  @Override
  public Path getPath(String first, String... more) {
    return show(LOCAL.getPath(first, more));
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return LOCAL.getSeparator();
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(show(LOCAL.getPath("/")));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return LOCAL.getFileStores();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    PathMatcher matcher = LOCAL.getPathMatcher(pattern);
    return path -> matcher.matches(NfsPath.local(path));
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
