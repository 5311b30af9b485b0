package org.packhouse.cluster;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Records what a listener receives. */
public final class RecordingListener implements Topics.Listener {

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

  public List<String> messages() {
    return messages;
  }

  public List<UUID> senders() {
    return senders;
  }

  public int gaps() {
    return gaps.get();
  }
}
