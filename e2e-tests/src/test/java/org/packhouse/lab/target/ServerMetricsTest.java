package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerMetricsTest {

  @Test
  void readsWhatPrometheusReads() {
    assertThat(
            ServerMetrics.parse(
                """
                # HELP git_cache_hits_total Pieces of packs
                # TYPE git_cache_hits_total counter
                git_cache_hits_total 12.0
                jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 1.5E7
                process_start 3 1700000000
                no_number NaN?
                """))
        .containsOnlyKeys(
            "git_cache_hits_total",
            "jvm_memory_used_bytes{area=\"heap\",id=\"G1 Eden Space\"}",
            "process_start")
        .containsEntry("jvm_memory_used_bytes{area=\"heap\",id=\"G1 Eden Space\"}", 15_000_000.0);
  }

  @Test
  void readsNumbersOfJson() {
    assertThat(ServerMetrics.parse("{\"enabled\":true,\"cache\":{\"hits\":3,\"bytes\":4.5}}"))
        .containsOnlyKeys("cache.hits", "cache.bytes")
        .containsEntry("cache.hits", 3.0);
  }

  @Test
  void passesOverWhatIsNeither() {
    assertThat(ServerMetrics.parse("<html><body>Nothing here</body></html>")).isEmpty();
    assertThat(ServerMetrics.parse("{broken")).isEmpty();
  }
}
