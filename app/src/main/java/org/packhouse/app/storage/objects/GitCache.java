package org.packhouse.app.storage.objects;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.eclipse.jgit.storage.file.WindowCacheConfig;
import org.eclipse.jgit.storage.file.WindowCacheStats;
import org.springframework.stereotype.Component;

/** Configures JGit's one window cache by the size of the heap, and meters it. */
@Component
public class GitCache implements MeterBinder {

  /** Small, so that one object of a large pack does not fill the cache. */
  private static final int WINDOW = 32 * WindowCacheConfig.KB;

  /** Pack files open at once: half of the 4096 files that Linux lets a process open by default. */
  private static final int MAX_OPEN_FILES = 2048;

  private static final int DELTA_BASES = 10 * WindowCacheConfig.MB;

  /** The share of the heap beyond which an object is streamed. */
  private static final long STREAMED_SHARE = 16;

  private final long limit;

  GitCache(GitCacheSettings settings) {
    JGitDefaults.install();
    long heap = Runtime.getRuntime().maxMemory();
    limit = heap / 100 * settings.heapPercentage();
    WindowCacheConfig config = new WindowCacheConfig();
    config.setPackedGitLimit(limit);
    config.setPackedGitWindowSize(WINDOW);
    config.setPackedGitOpenFiles(MAX_OPEN_FILES);
    config.setDeltaBaseCacheLimit(DELTA_BASES);
    config.setStreamFileThreshold(streamed());
    config.setExposeStatsViaJmx(false);
    config.install();
  }

  /** Returns the size in bytes beyond which an object is streamed, not loaded. */
  public static int streamed() {
    long heap = Runtime.getRuntime().maxMemory();
    return (int) Math.min(50L * WindowCacheConfig.MB, heap / STREAMED_SHARE);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    WindowCacheStats stats = WindowCacheStats.getStats();
    Gauge.builder("git.cache.size", stats, WindowCacheStats::getOpenByteCount)
        .baseUnit("bytes")
        .description("Pack blocks in memory")
        .register(registry);
    Gauge.builder("git.cache.limit", () -> limit)
        .baseUnit("bytes")
        .description("Limit of the pack block cache")
        .register(registry);
    Gauge.builder("git.cache.files", stats, WindowCacheStats::getOpenFileCount)
        .description("Open pack files")
        .register(registry);
    count(registry, stats, "hits", WindowCacheStats::getHitCount);
    count(registry, stats, "misses", WindowCacheStats::getMissCount);
    count(registry, stats, "evictions", WindowCacheStats::getEvictionCount);
    count(registry, stats, "failures", WindowCacheStats::getLoadFailureCount);
  }

  private static void count(
      MeterRegistry registry,
      WindowCacheStats stats,
      String name,
      ToDoubleFunction<WindowCacheStats> value) {
    FunctionCounter.builder("git.cache." + name, stats, value)
        .description("Pieces of packs: " + name)
        .register(registry);
  }
}
