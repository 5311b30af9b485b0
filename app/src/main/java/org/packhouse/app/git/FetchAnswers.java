package org.packhouse.app.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ScmCache;
import org.springframework.stereotype.Component;

/** Gives clients the answers of checked fetches: from the cache, or as they are made. */
@Component
class FetchAnswers {

  private final FetchProducers producers;
  private final ScmCache cache;

  FetchAnswers(FetchProducers producers, ScmCache cache) {
    this.producers = producers;
    this.cache = cache;
  }

  /** Answers a fetch. */
  void serve(GitExchange exchange, CheckedFetch fetch) throws IOException {
    ResponseKey.Asked key =
        new ResponseKey.Asked(
            new ResponseKey(fetch.repositoryId(), digest(fetch.request().toBytes(fetch.framing()))),
            fetch.request().wants().stream().map(ObjectId::name).toList(),
            ResponseKey.Admission.AT_ONCE);
    cache.serve(key, out -> producers.produce(fetch, out), new Receiver(exchange.out()));
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

  private static String digest(byte[] request) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(request));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
