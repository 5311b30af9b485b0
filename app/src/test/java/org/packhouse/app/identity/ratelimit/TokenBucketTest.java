package org.packhouse.app.identity.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenBucketTest {

  private static final long SECOND = 1_000_000_000L;

  /** The clock's origin is any number: a bucket that was made before it turns over goes on. */
  @ParameterizedTest
  @CsvSource({"0", "-5", "9223372036854775000", "-9223372036854775808"})
  void givesWhatItHoldsAndThenWhatComesBack(long begin) {
    TokenBucket bucket = new TokenBucket(begin);
    RateLimit limit = new RateLimit(3, 2);
    assertThat(taken(bucket, limit, begin, 10)).isEqualTo(3);
    assertThat(bucket.take(limit, 1, begin)).isEqualTo(SECOND / 2);
    assertThat(taken(bucket, limit, begin + SECOND / 2 - 1, 10)).isZero();
    assertThat(bucket.take(limit, 1, begin + SECOND / 2 - 1)).isEqualTo(1);
    assertThat(taken(bucket, limit, begin + SECOND / 2, 10)).isEqualTo(1);
    assertThat(taken(bucket, limit, begin + 2 * SECOND, 10)).isEqualTo(3);
  }

  @Test
  void holdsNoMoreAfterALongTime() {
    TokenBucket bucket = new TokenBucket(0);
    RateLimit limit = new RateLimit(3, 2);
    assertThat(taken(bucket, limit, 1_000_000 * SECOND, 10)).isEqualTo(3);
  }

  @Test
  void goesOnUnderAnotherLimit() {
    TokenBucket bucket = new TokenBucket(0);
    assertThat(taken(bucket, new RateLimit(100, 1), 0, 200)).isEqualTo(100);
    RateLimit small = new RateLimit(2, 2);
    assertThat(bucket.take(small, 1, 0)).isEqualTo(SECOND / 2);
    assertThat(taken(bucket, new RateLimit(200, 1), 0, 500)).isEqualTo(100);
  }

  @Test
  void theLargestLimitsAreCounted() {
    TokenBucket bucket = new TokenBucket(0);
    RateLimit slow = new RateLimit(1_000_000_000, 1);
    assertThat(taken(bucket, slow, 0, 1000)).isEqualTo(1000);
    RateLimit quick = new RateLimit(1, 1_000_000_000);
    assertThat(taken(new TokenBucket(0), quick, 0, 10)).isEqualTo(1);
  }

  @Test
  void nodesShareALimit() {
    RateLimit limit = new RateLimit(10, 3);
    TokenBucket bucket = new TokenBucket(0);
    int atOnce = 0;
    while (bucket.take(limit, 3, 0) == 0) {
      atOnce++;
    }
    assertThat(atOnce).isEqualTo(4);
    assertThat(bucket.take(limit, 3, 0)).isEqualTo(SECOND);
    TokenBucket tiny = new TokenBucket(0);
    assertThat(tiny.take(new RateLimit(1, 1), 8, 0)).isZero();
    assertThat(tiny.take(new RateLimit(1, 1), 8, 0)).isEqualTo(8 * SECOND);
  }

  @Test
  void eightThreadsTakeNoMoreAndNoLessThanThereIs() throws Exception {
    TokenBucket bucket = new TokenBucket(0);
    RateLimit limit = new RateLimit(30_000, 1);
    CountDownLatch together = new CountDownLatch(8);
    List<Future<Integer>> counts = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        counts.add(
            threads.submit(() -> {
              together.countDown();
              together.await();
              return taken(bucket, limit, 0, 10_000);
            }));
      }
    }
    assertThat(sum(counts)).isEqualTo(30_000);
  }

  private static int sum(List<Future<Integer>> counts)
      throws InterruptedException, ExecutionException {
    int sum = 0;
    for (Future<Integer> count : counts) {
      sum += count.get();
    }
    return sum;
  }

  private static int taken(TokenBucket bucket, RateLimit limit, long now, int tries) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += bucket.take(limit, 1, now) == 0 ? 1 : 0;
    }
    return taken;
  }
}
