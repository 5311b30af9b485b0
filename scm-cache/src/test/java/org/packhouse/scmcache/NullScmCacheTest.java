package org.packhouse.scmcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.packhouse.scmcache.ScmCache.Outcome;

class NullScmCacheTest extends ScmCacheContract {

  private final ScmCache cache = new NullScmCache();

  @Override
  protected ScmCache cache() {
    return cache;
  }

  @Test
  void makesEveryResponseAnew() throws IOException {
    for (int time = 1; time < 4; time++) {
      Receiver client = new Receiver();
      assertThat(cache.serve(Responses.full(1), Responses.producer(time, 10), client))
          .isEqualTo(Outcome.BYPASSED);
      assertThat(client.bytes()).isEqualTo(Responses.bytes(time, 10));
      assertThat(cache.statistics().bypassed()).isEqualTo(time);
    }
    assertThat(cache.entries()).isEmpty();
  }
}
