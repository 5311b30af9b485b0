package org.packhouse.app.platform.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Hundreds of readers of a shared home on an NFS, which pass the door as requests do, and what a
 * load balancer is told of it: the part of a server that a file server can hold, without the rest.
 */
final class NfsReaders {

  /** Where it tells. */
  static final int PORT = 7991;

  private static final Path HOME = Path.of("/mnt/shared");
  private static final int BUFFER = 64 * 1024;

  /** How long a reader is busy with what it was told, data or refusal, before it comes again. */
  private static final Duration BUSY = Duration.ofSeconds(1);

  private final SharedHomeProbe probe = new SharedHomeProbe(HOME.resolve("nodes"));
  private final SharedHomeBulkhead door = new SharedHomeBulkhead(probe);
  private final AtomicInteger read = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  private NfsReaders() {}

  /** Arguments: how many readers, and the file that they read, relative to the shared home. */
  public static void main(String[] arguments) throws IOException {
    new NfsReaders().run(Integer.parseInt(arguments[0]), HOME.resolve(arguments[1]));
  }

  private void run(int readers, Path file) throws IOException {
    probe.start();
    HttpServer server = HttpServer.create(new InetSocketAddress(PORT), 0);
    // As the server does: a request is answered by a virtual thread, which needs a carrier.
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext("/", this::tell);
    for (int count = 0; count < readers; count++) {
      Duration first = BUSY.multipliedBy(count).dividedBy(readers);
      threads.execute(() -> readAllTheTime(file, first));
    }
    server.start();
  }

  private void readAllTheTime(Path file, Duration first) {
    LockSupport.parkNanos(first.toNanos());
    while (true) {
      try {
        Long _ = door.run(() -> read(file));
        read.incrementAndGet();
      } catch (SharedHomeAwayException e) {
        refused.incrementAndGet();
      } catch (IOException e) {
        failed.incrementAndGet();
      }
      LockSupport.parkNanos(BUSY.toNanos());
    }
  }

  private static long read(Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.read(buffer) >= 0) {
        buffer.clear();
      }
      return channel.position();
    }
  }

  private void tell(HttpExchange exchange) throws IOException {
    Optional<String> trouble = probe.trouble();
    String text =
        "%s; read=%d refused=%d failed=%d inside=%d"
            .formatted(
                trouble.map(words -> "ERROR " + words).orElse("RUNNING"),
                read.get(),
                refused.get(),
                failed.get(),
                door.inside());
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
