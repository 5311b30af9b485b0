package org.packhouse.cluster;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what a listener was told. */
public final class Heard implements Topics.Listener {

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final List<UUID> senders = new CopyOnWriteArrayList<>();
  private final AtomicInteger gaps = new AtomicInteger();

  @Override
  public void onMessage(UUID sender, String message) {
    senders.add(sender);
    messages.add(message);
  }

  @Override
  public void onGap() {
    gaps.incrementAndGet();
  }

  /** The messages, in order. */
  public List<String> messages() {
    return messages;
  }

  /** Who sent each. */
  public List<UUID> senders() {
    return senders;
  }

  /** How often there was a gap. */
  public int gaps() {
    return gaps.get();
  }
}
