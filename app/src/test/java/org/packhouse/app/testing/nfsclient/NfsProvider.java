package org.packhouse.app.testing.nfsclient;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** The operations of an {@link NfsClient}: its memory is asked first, and the local disk then. */
final class NfsProvider extends FileSystemProvider {

  private final NfsClient client;

  NfsProvider(NfsClient client) {
    this.client = client;
  }

  @Override
  public String getScheme() {
    return "nfs-client";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return client;
  }

  @Override
  public Path getPath(URI uri) {
    return client.show(Path.of(uri));
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    Path local = NfsPath.local(path);
    boolean creates =
        options.contains(StandardOpenOption.CREATE)
            || options.contains(StandardOpenOption.CREATE_NEW);
    if (!creates) {
      client.lookUp(local);
    }
    if (Files.isDirectory(local)) {
      client.open(local);
    }
    client.requireNotReplaced(local);
    FileChannel channel = FileChannel.open(local, options, attributes);
    if (creates) {
      client.changed(local);
    }
    client.openedFile(local);
    return channel;
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(
        path, options.isEmpty() ? Set.of(StandardOpenOption.READ) : options, attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    Path local = NfsPath.local(directory);
    client.lookUp(local);
    if (!client.look(local).isDirectory()) {
      throw new NotDirectoryException(local.toString());
    }
    client.open(local);
    @SuppressWarnings("StreamResourceLeak") // Closed with what is given out.
    DirectoryStream<Path> entries =
        Files.newDirectoryStream(local, entry -> filter.accept(client.show(entry)));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        Iterator<Path> each = entries.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return each.hasNext();
          }

          @Override
          public Path next() {
            return client.show(each.next());
          }
        };
      }

      @Override
      public void close() throws IOException {
        entries.close();
      }
    };
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    Path local = NfsPath.local(directory);
    Files.createDirectory(local, attributes);
    client.changed(local);
  }

  @Override
  public void delete(Path path) throws IOException {
    Path local = NfsPath.local(path);
    client.lookUp(local);
    Files.delete(local);
    client.changed(local);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    client.lookUp(NfsPath.local(source));
    Files.copy(NfsPath.local(source), NfsPath.local(target), options);
    client.changed(NfsPath.local(target));
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    client.lookUp(NfsPath.local(source));
    Files.move(NfsPath.local(source), NfsPath.local(target), options);
    client.changed(NfsPath.local(source));
    client.changed(NfsPath.local(target));
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return Files.isSameFile(NfsPath.local(one), NfsPath.local(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return Files.isHidden(NfsPath.local(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return Files.getFileStore(NfsPath.local(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    client.lookUp(NfsPath.local(path));
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return Files.getFileAttributeView(NfsPath.local(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return type.cast(client.look(NfsPath.local(path)));
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    client.lookUp(NfsPath.local(path));
    return Files.readAttributes(NfsPath.local(path), names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    Files.setAttribute(NfsPath.local(path), name, value, options);
    client.openedFile(NfsPath.local(path));
  }
}
