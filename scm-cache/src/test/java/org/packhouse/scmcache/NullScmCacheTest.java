package org.packhouse.scmcache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.packhouse.scmcache.ScmCache.Outcome;

class NullScmCacheTest {

  private static final ResponseKey KEY = new ResponseKey(1, 1, "want");

  private final ScmCache cache = new NullScmCache();

  @Test
  void makesEveryResponseAnew() throws IOException {
    AtomicInteger made = new AtomicInteger();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ScmCache.Producer producer =
        target -> target.write(("answer " + made.incrementAndGet() + "\n").getBytes(UTF_8));
    assertThat(cache.serve(KEY, producer, out)).isEqualTo(Outcome.BYPASSED);
    assertThat(cache.serve(KEY, producer, out)).isEqualTo(Outcome.BYPASSED);
    assertThat(out.toString(UTF_8)).isEqualTo("answer 1\nanswer 2\n");
  }

  @Test
  void handsOnAFailure() {
    ScmCache.Producer broken =
        target -> {
          throw new IOException("no git");
        };
    assertThatThrownBy(() -> cache.serve(KEY, broken, new ByteArrayOutputStream()))
        .hasMessage("no git");
  }
}
