package org.packhouse.lab.jgit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.lib.RepositoryCache.FileKey;
import org.eclipse.jgit.transport.PacketLineOut;
import org.eclipse.jgit.transport.ReceivePack;
import org.eclipse.jgit.transport.RefAdvertiser.PacketLineOutRefAdvertiser;
import org.eclipse.jgit.transport.UploadPack;
import org.eclipse.jgit.util.FS;

/**
 * Serves repositories by JGit's own upload and receive, as its servlet does, to whoever asks: no
 * authentication, no checks, no work behind the answer. It is the floor for a server in Java.
 */
public final class JgitServer {

  private static final String FETCH = "git-upload-pack";
  private static final String PUSH = "git-receive-pack";

  private final Path root;

  private JgitServer(Path root) {
    this.root = root;
  }

  /** Serves until it is killed; the arguments are the directory of repositories and the port. */
  public static void main(String[] arguments) throws IOException {
    JgitServer server = new JgitServer(Path.of(arguments[0]));
    HttpServer http =
        HttpServer.create(
            new InetSocketAddress(
                InetAddress.ofLiteral("127.0.0.1"), Integer.parseInt(arguments[1])),
            1024);
    http.createContext("/git/", server::serve);
    http.setExecutor(Executors.newCachedThreadPool());
    http.start();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring("/git/".length());
      int slash = path.indexOf('/');
      if (slash < 0 || path.startsWith("..")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      Path directory = root.resolve(path.substring(0, slash));
      try (Repository repository =
          RepositoryCache.open(FileKey.exact(directory.toFile(), FS.DETECTED), true)) {
        answer(exchange, repository, path.substring(slash + 1));
      }
    }
  }

  private static void answer(HttpExchange exchange, Repository repository, String what)
      throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    String service = what.equals("info/refs") ? query.replace("service=", "") : what;
    if (!service.equals(FETCH) && !service.equals(PUSH)) {
      exchange.sendResponseHeaders(403, -1);
      return;
    }
    boolean advertises = what.equals("info/refs");
    exchange
        .getResponseHeaders()
        .set(
            "Content-Type",
            "application/x-" + service + (advertises ? "-advertisement" : "-result"));
    exchange.getResponseHeaders().set("Cache-Control", "no-cache");
    try (InputStream in = body(exchange)) {
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
        if (service.equals(PUSH)) {
          push(repository, in, out, advertises);
        } else {
          fetch(exchange, repository, in, out, advertises);
        }
      }
    }
  }

  private static InputStream body(HttpExchange exchange) throws IOException {
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    return "gzip".equals(encoding)
        ? new GZIPInputStream(exchange.getRequestBody())
        : exchange.getRequestBody();
  }

  private static void push(
      Repository repository, InputStream in, OutputStream out, boolean advertises)
      throws IOException {
    ReceivePack receive = new ReceivePack(repository);
    receive.setBiDirectionalPipe(false);
    if (advertises) {
      receive.sendAdvertisedRefs(new PacketLineOutRefAdvertiser(greeting(out, PUSH)));
    } else {
      receive.receive(in, out, null);
    }
  }

  private static void fetch(
      HttpExchange exchange,
      Repository repository,
      InputStream in,
      OutputStream out,
      boolean advertises)
      throws IOException {
    UploadPack upload = new UploadPack(repository);
    upload.setBiDirectionalPipe(false);
    String protocol = exchange.getRequestHeaders().getFirst("Git-Protocol");
    if (protocol != null) {
      upload.setExtraParameters(List.of(protocol.split(":", -1)));
    }
    if (advertises) {
      upload.sendAdvertisedRefs(new PacketLineOutRefAdvertiser(new PacketLineOut(out)), FETCH);
    } else {
      upload.upload(in, out, null);
    }
  }

  private static PacketLineOut greeting(OutputStream out, String service) throws IOException {
    PacketLineOut lines = new PacketLineOut(out);
    lines.writeString("# service=" + service + "\n");
    lines.end();
    return lines;
  }
}
