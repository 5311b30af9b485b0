package org.packhouse.app.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.objects.GitProcess;
import org.packhouse.app.throttle.Tickets;
import org.packhouse.app.throttle.Tickets.Ticket;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ScmCache;
import org.springframework.stereotype.Component;

/**
 * The fetch operation of protocol v2: one request, one answer, on either transport. Native git
 * makes the answer, unless the cache has it.
 */
@Component
class Fetch {

  /** The bucket of tickets for clones, fetches and pushes. */
  static final String TICKETS = "scm-hosting";

  private final WantCheck wants;
  private final UploadPackProcess uploadPack;
  private final Tickets tickets;
  private final ScmCache cache;

  Fetch(WantCheck wants, UploadPackProcess uploadPack, Tickets tickets, ScmCache cache) {
    this.wants = wants;
    this.uploadPack = uploadPack;
    this.tickets = tickets;
    this.cache = cache;
  }

  /** Answers a request. */
  void serve(GitExchange exchange, VisibleRefs refs, FetchRequest asked) throws IOException {
    exchange.monitor().operation(asked.operation());
    if (asked.isEmpty()) {
      return;
    }
    long repositoryId = exchange.repository().repository().id();
    wants.check(repositoryId, refs, asked.wants());
    byte[] request = expanded(asked, refs).toBytes();
    ResponseKey.Asked key =
        new ResponseKey.Asked(
            new ResponseKey(repositoryId, digest(request)),
            asked.wants().stream().map(ObjectId::name).toList(),
            ResponseKey.Admission.AT_ONCE);
    cache.serve(key, out -> produce(repositoryId, request, out), new Receiver(exchange.out()));
  }

  private record Receiver(OutputStream out) implements ScmCache.Client {
    @Override
    public void send(ResponseFile file) throws IOException {
      try (file;
          FileChannel channel = FileChannel.open(file.path())) {
        channel.position(file.position());
        Channels.newInputStream(channel).transferTo(out);
      }
    }
  }

  private boolean produce(long repositoryId, byte[] request, OutputStream out) throws IOException {
    try (Ticket _ = tickets.acquire(TICKETS);
        GitProcess process = uploadPack.stateless(repositoryId, ProtocolVersion.V2)) {
      process.send(request);
      process.stdout().relayTo(out);
      process.succeed();
    }
    return true;
  }

  private static String digest(byte[] request) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(request));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  private static FetchRequest expanded(FetchRequest asked, VisibleRefs refs) throws WireException {
    if (asked.deepenNot().isEmpty()) {
      return asked;
    }
    SortedSet<String> options = new TreeSet<>();
    for (String option : asked.options()) {
      options.add(expandDeepenNot(option, refs));
    }
    return new FetchRequest(options, asked.shallow(), asked.wants(), asked.haves(), asked.done());
  }

  /** Replaces the name in {@code deepen-not} by that of a ref which the client sees. */
  static String expandDeepenNot(String line, VisibleRefs refs) throws WireException {
    String keyword = "deepen-not ";
    if (!line.startsWith(keyword)) {
      return line;
    }
    String name = line.substring(keyword.length());
    return keyword
        + refs.expand(name)
            .orElseThrow(() ->
                new WireException(
                    "deepen-not names \""
                        + PktLineReader.shortened(name)
                        + "\", which is not one ref of this repository"));
  }
}
