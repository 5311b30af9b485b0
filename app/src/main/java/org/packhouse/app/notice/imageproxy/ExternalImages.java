package org.packhouse.app.notice.imageproxy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.outbound.WebAddress;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Images of other hosts, each fetched once for all concurrent requests and cached. Fetches have
 * threads of their own, because a DNS look-up holds one, and images that are sent to slow clients
 * have memory of their own: other hosts and clients can slow down images alone.
 */
@Component
public class ExternalImages implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ExternalImages.class);
  private static final Duration KEPT = Duration.ofHours(1);
  private static final Duration FAILURE_KEPT = Duration.ofMinutes(1);
  private static final Duration IDLE = Duration.ofSeconds(30);

  /**
   * Fetches at once: some readers' browsers, which ask for six images each; more would take
   * bandwidth from clones.
   */
  private static final int MAX_FETCHES = 16;

  /** Bytes of images in memory: browsers keep images themselves, this serves the first look. */
  private static final long MAX_CACHED = 16L << 20;

  /** Bytes of a cache entry besides image and address. */
  private static final int ENTRY = 300;

  /** The fraction of the cache that one image may take. */
  private static final int CACHE_SHARE = 4;

  private static final int HEAP_SHARE = 8;

  /** Images of the largest size that the memory holds at least. */
  private static final int MIN_IMAGES = 8;

  private final ImageProxySettings settings;
  private final RequestMemory memory;
  private final FetchPlaces places;
  private final ImageFetch fetch;
  private final ExecutorService threads;
  private final Cache<String, Optional<ExternalImage>> kept;
  private final ConcurrentMap<String, CompletableFuture<Optional<ExternalImage>>> fetched =
      new ConcurrentHashMap<>();
  private final Counter fetches;
  private final Counter failures;

  ExternalImages(ImageProxySettings settings, MeterRegistry meters, Caches caches) {
    this.settings = settings;
    long images = MIN_IMAGES * settings.maxSize().toBytes();
    memory = new RequestMemory(Math.max(images, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    places = new FetchPlaces(MAX_FETCHES);
    fetch = new ImageFetch(settings, memory);
    threads = threads(MAX_FETCHES);
    kept =
        caches.build(
            "external-images",
            "Images of other hosts",
            Caffeine.newBuilder()
                .maximumWeight(MAX_CACHED)
                .weigher(ExternalImages::weight)
                .expireAfter(
                    Expiry.<String, Optional<ExternalImage>>creating(ExternalImages::lifetime))
                .executor(Runnable::run));
    fetches =
        Counter.builder("image.proxy.fetches")
            .description("Images of other hosts that were fetched")
            .register(meters);
    failures =
        Counter.builder("image.proxy.failures")
            .description("Images of other hosts that could not be fetched")
            .register(meters);
    Gauge.builder("image.proxy.running", places::taken)
        .description("Images of other hosts that are being fetched")
        .register(meters);
  }

  /** Signals that there is no place or memory for another image now. */
  public static final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** An image that is being sent; closing it frees its memory. */
  public static final class Sending implements AutoCloseable {

    private final ExternalImage image;
    private final RequestMemory.Share share;

    private Sending(ExternalImage image, RequestMemory.Share share) {
      this.image = image;
      this.share = share;
    }

    public ExternalImage image() {
      return image;
    }

    @Override
    public void close() {
      share.close();
    }
  }

  /** Returns an image; empty: it cannot be fetched, or is of no accepted type. */
  public Optional<Sending> find(WebAddress address) {
    return image(address).map(this::sending);
  }

  /** Returns whether such a proxy asks, by its {@code Via} header: a redirect would loop. */
  public static boolean isAskedByProxy(@Nullable String via) {
    return via != null && via.contains(ImageFetch.VIA);
  }

  private Sending sending(ExternalImage image) {
    RequestMemory.Share share = memory.share();
    if (!share.take(image.bytes().length)) {
      throw new BusyException();
    }
    return new Sending(image, share);
  }

  private Optional<ExternalImage> image(WebAddress address) {
    String url = address.url();
    Optional<ExternalImage> known = kept.getIfPresent(url);
    if (known != null) {
      return known;
    }
    CompletableFuture<Optional<ExternalImage>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<ExternalImage>> other = fetched.putIfAbsent(url, mine);
    if (other == null) {
      begin(address, url, mine);
    }
    return await(other == null ? mine : other);
  }

  private void begin(
      WebAddress address, String url, CompletableFuture<Optional<ExternalImage>> result) {
    boolean begun = false;
    try {
      begun = begun(address, url, result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!begun) {
        fetched.remove(url, result);
        result.completeExceptionally(new BusyException());
      }
    }
  }

  private boolean begun(
      WebAddress address, String url, CompletableFuture<Optional<ExternalImage>> result)
      throws InterruptedException {
    String site = FetchPlaces.site(address);
    if (!places.take(site, settings.timeout())) {
      return false;
    }
    try {
      threads.execute(() -> run(address, url, site, result));
      return true;
    } catch (RejectedExecutionException e) {
      // The server stops.
      places.giveBack(site);
      return false;
    }
  }

  private void run(
      WebAddress address,
      String url,
      String site,
      CompletableFuture<Optional<ExternalImage>> result) {
    try {
      fetches.increment();
      Optional<ExternalImage> image = Optional.of(fetch.fetch(address));
      keep(url, image);
      result.complete(image);
    } catch (IOException | IllegalArgumentException e) {
      failures.increment();
      LOG.debug("The image {} cannot be fetched: {}", url, e.getMessage());
      keep(url, Optional.empty());
      result.complete(Optional.empty());
    } catch (Throwable e) {
      // Whoever waits must hear of it.
      failures.increment();
      result.completeExceptionally(e);
      if (!(e instanceof BusyException)) {
        LOG.warn("Fetching the image {} failed", url, e);
      }
    } finally {
      fetched.remove(url, result);
      places.giveBack(site);
    }
  }

  private void keep(String url, Optional<ExternalImage> image) {
    if ((long) weight(url, image) * CACHE_SHARE <= MAX_CACHED) {
      kept.put(url, image);
    }
  }

  private Optional<ExternalImage> await(CompletableFuture<Optional<ExternalImage>> result) {
    // For a place, for the fetch, and for the name, whose look-up has limits of its own.
    long longest = settings.timeout().multipliedBy(3).toMillis();
    try {
      return result.get(longest, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BusyException();
    } catch (ExecutionException | TimeoutException e) {
      throw new BusyException();
    }
  }

  private static int weight(String url, Optional<ExternalImage> image) {
    return ENTRY + 2 * url.length() + image.map(it -> it.bytes().length).orElse(0);
  }

  private static Duration lifetime(String url, Optional<ExternalImage> image) {
    return image.isPresent() ? KEPT : FAILURE_KEPT;
  }

  private static ExecutorService threads(int most) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("image-proxy-", 1).factory());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
