package org.packhouse.scmcache.file;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.packhouse.scmcache.CacheStatistics;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.StoredEntry;
import org.packhouse.scmcache.store.ResponseStore;
import org.packhouse.scmcache.stream.Follower;
import org.packhouse.scmcache.stream.ProductionLimits;
import org.packhouse.scmcache.stream.Productions;
import org.packhouse.scmcache.stream.Productions.Joined;

/** A cache in files on this node. Clients get their responses even if the disk fails. */
public final class FileScmCache implements ScmCache {

  private static final int BUFFER = 64 * 1024;
  private static final int REMEMBERED_REQUESTS = 20_000;

  private final ResponseStore store;
  private final Productions productions;
  private final CacheMeters meters;
  private final Cache<ResponseKey, Boolean> askedOnce;
  private volatile boolean closed;

  private FileScmCache(FileCacheSettings settings, ResponseStore store, CacheMeters meters) {
    this.store = store;
    this.meters = meters;
    this.productions =
        new Productions(new ProductionLimits(settings.leadBytes(), settings.abandonedBytes()));
    this.askedOnce =
        Caffeine.newBuilder()
            .maximumSize(REMEMBERED_REQUESTS)
            .expireAfterWrite(settings.askedAgainWithin())
            .build();
  }

  /** Opens the cache with earlier entries. Fails if the directory is unusable or in use. */
  public static FileScmCache open(FileCacheSettings settings, Clock clock, MeterRegistry registry)
      throws IOException {
    CacheMeters meters = new CacheMeters(registry);
    try {
      ResponseStore store = ResponseStore.open(settings, clock, meters::evicted);
      meters.watch(store);
      return new FileScmCache(settings, store, meters);
    } catch (IOException | RuntimeException e) {
      meters.close();
      throw e;
    }
  }

  @Override
  public Outcome serve(Request request, Producer producer, Client client) throws IOException {
    long begun = System.nanoTime();
    while (!closed) {
      Optional<ResponseFile> file = store.find(request.key());
      if (file.isPresent()) {
        meters.asked(ResponseSource.HIT);
        return send(file.get(), ResponseSource.HIT, client, begun);
      }
      Optional<Follower> follower = productions.join(request.key());
      if (follower.isPresent()) {
        return follow(follower.get(), ResponseSource.JOINED, client, begun);
      }
      if (!isWorthKeeping(request)) {
        return bypass(ResponseSource.ASKED_ONCE, producer, client, begun);
      }
      if (!store.isWorthTrying()) {
        return bypass(ResponseSource.DISK_REFUSES, producer, client, begun);
      }
      Optional<Joined> joined =
          productions.joinOrStart(request, producer, store::has, () -> store.spool(request));
      if (joined.isPresent()) {
        ResponseSource source = joined.get().first() ? ResponseSource.MISS : ResponseSource.JOINED;
        return follow(joined.get().follower(), source, client, begun);
      }
    }
    return bypass(ResponseSource.CLOSED, producer, client, begun);
  }

  private boolean isWorthKeeping(Request request) {
    return request.admission() == Admission.AT_ONCE
        || askedOnce.asMap().put(request.key(), Boolean.TRUE) != null;
  }

  private Outcome send(ResponseFile file, ResponseSource source, Client client, long begun)
      throws IOException {
    meters.firstByteSent(source, System.nanoTime() - begun);
    meters.served(file.length());
    try {
      client.send(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    return source.outcome();
  }

  private Outcome follow(Follower follower, ResponseSource source, Client client, long begun)
      throws IOException {
    meters.asked(source);
    Optional<ResponseFile> file;
    try (follower) {
      file = read(follower, new CountingOutput(client.out(), source, meters, begun), client);
    }
    return file.isPresent() ? send(file.get(), source, client, begun) : source.outcome();
  }

  /** Relays a production as it comes; returns a file instead if it completes before that. */
  private static Optional<ResponseFile> read(Follower follower, OutputStream out, Client client)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int count = follower.read(buffer); count != Follower.END; count = follower.read(buffer)) {
      if (count == 0) {
        out.flush();
      } else if (count == Follower.QUEUED) {
        client.queued(follower.ahead());
      } else if (count == Follower.WHOLE) {
        Optional<ResponseFile> file = follower.file();
        if (file.isPresent()) {
          return file;
        }
      } else {
        out.write(buffer, 0, count);
      }
    }
    out.flush();
    return Optional.empty();
  }

  private Outcome bypass(ResponseSource source, Producer producer, Client client, long begun)
      throws IOException {
    meters.asked(source);
    producer.produce(
        ResponseOutput.to(new CountingOutput(client.out(), source, meters, begun), client));
    return source.outcome();
  }

  @Override
  public void retain(long repositoryId, Predicate<List<String>> mayBeWanted) {
    // Productions first: whatever they store meanwhile is then found in the store.
    productions.forbid(request ->
        request.key().repositoryId() == repositoryId && !mayBeWanted.test(request.wants()));
    store.retain(repositoryId, mayBeWanted);
  }

  @Override
  public void drop(long repositoryId) {
    productions.forbid(request -> request.key().repositoryId() == repositoryId);
    store.drop(repositoryId);
  }

  @Override
  public void drop(ResponseKey key) {
    productions.forbid(request -> request.key().equals(key));
    store.drop(key);
  }

  @Override
  public void dropAll() {
    productions.forbid(_ -> true);
    store.dropAll();
  }

  @Override
  public List<StoredEntry> entries() {
    return store.entries();
  }

  @Override
  public CacheStatistics statistics() {
    return meters.statistics(store);
  }

  /** Cancels productions, whose followers fail. Stored entries remain for the next process. */
  @Override
  public void close() {
    closed = true;
    productions.cancel();
    meters.close();
    store.close();
  }

  /** Counts bytes sent to a client. */
  private static final class CountingOutput extends OutputStream {

    private final OutputStream out;
    private final ResponseSource source;
    private final CacheMeters meters;
    private final long requested;
    private boolean begun;

    /** Takes the time of the request by {@link System#nanoTime}. */
    CountingOutput(OutputStream out, ResponseSource source, CacheMeters meters, long requested) {
      this.out = out;
      this.source = source;
      this.meters = meters;
      this.requested = requested;
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      count(1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count(length);
    }

    private void count(int length) {
      if (!begun) {
        begun = true;
        meters.firstByteSent(source, System.nanoTime() - requested);
      }
      meters.served(length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
