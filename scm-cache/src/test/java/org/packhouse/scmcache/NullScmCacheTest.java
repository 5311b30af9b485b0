package org.packhouse.scmcache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.ResponseKey.Asked;
import org.packhouse.scmcache.ScmCache.Outcome;

class NullScmCacheTest {

  private static final Asked ASKED =
      new Asked(new ResponseKey(1, "0".repeat(64)), List.of(), Admission.AT_ONCE);

  private final ScmCache cache = new NullScmCache();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  private final ScmCache.Client client =
      new ScmCache.Client() {
        @Override
        public OutputStream out() {
          return sent;
        }

        @Override
        public void send(ResponseFile file) {
          throw new AssertionError("There is no file to send");
        }
      };

  @Test
  void makesEveryResponseAnew() throws IOException {
    AtomicInteger made = new AtomicInteger();
    ScmCache.Producer producer =
        target -> {
          target.write(("answer " + made.incrementAndGet() + "\n").getBytes(UTF_8));
          return true;
        };
    assertThat(cache.serve(ASKED, producer, client)).isEqualTo(Outcome.BYPASSED);
    assertThat(cache.serve(ASKED, producer, client)).isEqualTo(Outcome.BYPASSED);
    assertThat(sent.toString(UTF_8)).isEqualTo("answer 1\nanswer 2\n");
    assertThat(cache.statistics().bypassed()).isEqualTo(2);
    assertThat(cache.entries()).isEmpty();
  }

  @Test
  void handsOnAFailure() {
    ScmCache.Producer broken =
        target -> {
          throw new IOException("no git");
        };
    assertThatThrownBy(() -> cache.serve(ASKED, broken, client)).hasMessage("no git");
  }
}
