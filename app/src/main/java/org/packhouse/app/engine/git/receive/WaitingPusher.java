package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.queue.Waiting;

/**
 * Tells a pushing client how many are ahead while it waits, and that the server is at work from
 * when all of its pack has come. Over HTTP git reads nothing while it sends, so it is told nothing
 * before.
 */
final class WaitingPusher implements Waiting, AutoCloseable {

  private static final long INTERVAL = Duration.ofSeconds(15).toNanos();

  private static final String UNDECIDED =
      "Waiting for the database, to read back what has become of the push";

  private final PushConversation conversation;
  private final KeepAlive alive;
  private final LongSupplier nanoTime;
  private volatile boolean listens;
  private boolean told;
  private long toldAt;

  /** Tells at once only a client that {@code listens}, because it reads while it sends. */
  WaitingPusher(PushConversation conversation, boolean listens, LongSupplier nanoTime) {
    this.conversation = conversation;
    this.alive = new KeepAlive(conversation);
    this.listens = listens;
    this.nanoTime = nanoTime;
  }

  void received() {
    listens = true;
    alive.start();
  }

  /** Says that it is unknown what has moved, unless that is read back at once. */
  void undecided() {
    alive.sayNext(UNDECIDED);
  }

  @Override
  public void ahead(int count) throws IOException {
    long now = nanoTime.getAsLong();
    if (listens && (!told || now - toldAt >= INTERVAL)) {
      told = true;
      toldAt = now;
      conversation.say("Waiting for a free slot, %d ahead of you".formatted(count));
    }
  }

  @Override
  public void starts() throws IOException {
    if (told) {
      told = false;
      conversation.say("A slot is free, starting");
    }
  }

  @Override
  public void close() {
    alive.close();
  }

  /** Begins to send a keep-alive every few seconds; called when the client has sent its pack. */
  private static final class KeepAlive implements AutoCloseable {

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
}
