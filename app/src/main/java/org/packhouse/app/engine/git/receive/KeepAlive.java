package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Sends a keep-alive every few seconds, from when the client has sent its pack. */
final class KeepAlive implements AutoCloseable {

  private static final Duration EVERY = Duration.ofSeconds(5);

  private final PushConversation conversation;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicReference<@Nullable String> next = new AtomicReference<>();
  private final CountDownLatch end = new CountDownLatch(1);

  KeepAlive(PushConversation conversation) {
    this.conversation = conversation;
  }

  void start() {
    if (!started.getAndSet(true)) {
      Thread.ofVirtual().name("push-keep-alive").start(this::run);
    }
  }

  /** Sends a line in place of the next empty packet. */
  void sayNext(String line) {
    next.set(line);
  }

  private void run() {
    try {
      while (!end.await(EVERY.toSeconds(), TimeUnit.SECONDS)) {
        String line = next.getAndSet(null);
        if (line == null) {
          conversation.keepAlive();
        } else {
          conversation.say(line);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The client has gone, which the report will find out.
      close();
    }
  }

  @Override
  public void close() {
    end.countDown();
  }
}
