package org.packhouse.scmcache.file;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.Responses;
import org.packhouse.scmcache.ScmCache;

/** Produces a response step by step. */
final class Steps implements ScmCache.Producer {

  private final byte[] response;
  private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final AtomicInteger done = new AtomicInteger();
  private volatile @Nullable Thread writer;

  Steps(int number, int length) {
    this.response = Responses.bytes(number, length);
  }

  void make(int count) {
    steps.add(new Step(count, null));
  }

  void end() {
    steps.add(new Step(0, null));
  }

  void fail(IOException why) {
    steps.add(new Step(-1, why));
  }

  int done() {
    return done.get();
  }

  boolean isWaiting() {
    Thread thread = writer;
    return thread != null && thread.getState() == Thread.State.WAITING && steps.size() == 1;
  }

  boolean isIdle() {
    Thread thread = writer;
    return thread != null && thread.getState() == Thread.State.WAITING && steps.isEmpty();
  }

  Throwable failure() throws Exception {
    return failure.get(1, TimeUnit.MINUTES);
  }

  @Override
  public boolean produce(ResponseOutput out) throws IOException {
    writer = Thread.currentThread();
    try {
      for (Step step = steps.take(); step.count() != 0; step = steps.take()) {
        if (step.why() != null) {
          throw step.why();
        }
        for (int left = step.count(); left > 0; ) {
          int count = Math.min(left, 50_000);
          out.write(response, done.get(), count);
          left -= count;
          done.addAndGet(count);
        }
        out.flush();
      }
      return true;
    } catch (InterruptedException e) {
      failure.complete(e);
      throw new IOException(e);
    } catch (IOException e) {
      failure.complete(e);
      throw e;
    }
  }

  private record Step(int count, @Nullable IOException why) {}
}
