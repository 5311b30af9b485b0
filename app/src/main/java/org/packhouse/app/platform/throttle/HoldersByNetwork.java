package org.packhouse.app.platform.throttle;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests, bodies or connections that hold a scarce place, by the network of their clients, so
 * that a full server takes the place away from the network with most. The caller's lock guards it.
 * Fair queues, in which nobody loses a place, and fixed shares of a key are another thing.
 */
public final class HoldersByNetwork<T> {

  private final Map<T, String> networks = new HashMap<>();
  private final Map<String, SequencedSet<T>> holders = new HashMap<>();

  public void add(String network, T holder) {
    networks.put(holder, network);
    holders.computeIfAbsent(network, _ -> new LinkedHashSet<>()).add(holder);
  }

  /** Returns whether the holder was there. */
  public boolean remove(T holder) {
    String network = networks.remove(holder);
    if (network == null) {
      return false;
    }
    holders.computeIfPresent(network, (_, all) -> all.remove(holder) && all.isEmpty() ? null : all);
    return true;
  }

  public int count() {
    return networks.size();
  }

  public int count(String network) {
    SequencedSet<T> all = holders.get(network);
    return all == null ? 0 : all.size();
  }

  /** Returns the holders of the network with most, in the order of {@link #add}. */
  public SequencedSet<T> ofLargest() {
    return holders.values().stream().max(Comparator.comparingInt(SequencedSet::size)).orElseThrow();
  }

  /** Returns the largest network's holders; null if it would fall behind a newcomer's. */
  public @Nullable SequencedSet<T> ofLargestBut(String newcomer) {
    if (holders.isEmpty()) {
      return null;
    }
    SequencedSet<T> largest = ofLargest();
    return largest.size() > count(newcomer) + 1 ? largest : null;
  }
}
