package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
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
}
