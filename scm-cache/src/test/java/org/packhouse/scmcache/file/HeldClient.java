package org.packhouse.scmcache.file;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ScmCache;

/** A client that holds its file without reading it. */
final class HeldClient implements ScmCache.Client {

  private final AtomicReference<@Nullable ResponseFile> file = new AtomicReference<>();

  @Override
  public OutputStream out() {
    throw new AssertionError("There is a file");
  }

  @Override
  public void send(ResponseFile response) {
    file.set(response);
  }

  ResponseFile file() {
    ResponseFile sent = file.get();
    if (sent == null) {
      throw new AssertionError("No file was sent");
    }
    return sent;
  }

  Path path() {
    return file().ranges().getFirst().file();
  }
}
