package org.packhouse.app.testing.nfsclient;

import java.io.IOException;
import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/** A path of the local disk, as a client shows it. */
record NfsPath(NfsClient client, Path local) implements Path {

  static Path local(Path path) {
    return path instanceof NfsPath shown ? shown.local() : path;
  }

  private @Nullable Path shown(@Nullable Path path) {
    return path == null ? null : client.show(path);
  }

  @Override
  public NfsClient getFileSystem() {
    return client;
  }

  @Override
  public boolean isAbsolute() {
    return local.isAbsolute();
  }

  @Override
  public @Nullable Path getRoot() {
    return shown(local.getRoot());
  }

  @Override
  public @Nullable Path getFileName() {
    return shown(local.getFileName());
  }

  @Override
  public @Nullable Path getParent() {
    return shown(local.getParent());
  }

  @Override
  public int getNameCount() {
    return local.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return client.show(local.getName(index));
  }

  @Override
  public Path subpath(int begin, int end) {
    return client.show(local.subpath(begin, end));
  }

  @Override
  public boolean startsWith(Path other) {
    return local.startsWith(local(other));
  }

  @Override
  public boolean endsWith(Path other) {
    return local.endsWith(local(other));
  }

  @Override
  public Path normalize() {
    return client.show(local.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return client.show(local.resolve(local(other)));
  }

  @Override
  public Path relativize(Path other) {
    return client.show(local.relativize(local(other)));
  }

  @Override
  public URI toUri() {
    return local.toUri();
  }

  @Override
  public Path toAbsolutePath() {
    return client.show(local.toAbsolutePath());
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    return client.show(local.toRealPath(options));
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    return local.compareTo(local(other));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NfsPath path && path.client == client && path.local.equals(local);
  }

  @Override
  public int hashCode() {
    return local.hashCode();
  }

  @Override
  public String toString() {
    return local.toString();
  }
}
