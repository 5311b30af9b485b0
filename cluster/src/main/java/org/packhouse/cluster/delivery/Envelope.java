package org.packhouse.cluster.delivery;

import java.util.UUID;

/**
 * A message with its place among those of its sender, or the mere number of the last one.
 *
 * @param sequence how many messages its sender has sent, this one among them
 * @param topic empty: this is no message, and tells how many there were
 */
record Envelope(UUID sender, long sequence, String topic, String message) {

  private static final int PARTS = 4;

  static Envelope of(UUID sender, long sequence, String topic, String message) {
    return new Envelope(sender, sequence, topic, message);
  }

  static Envelope count(UUID sender, long sequence) {
    return new Envelope(sender, sequence, "", "");
  }

  boolean isCount() {
    return topic.isEmpty();
  }

  /**
   * Whether this is what is to come after a number.
   *
   * @param last the sender's last that arrived
   */
  boolean follows(long last) {
    return sequence == (isCount() ? last : last + 1);
  }

  String text() {
    return sender + " " + sequence + " " + topic + " " + message;
  }

  /**
   * Reads {@link #text}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Envelope parse(String text) {
    String[] parts = text.split(" ", PARTS);
    if (parts.length < PARTS) {
      throw new IllegalArgumentException("Not an envelope: " + text);
    }
    return new Envelope(UUID.fromString(parts[0]), Long.parseLong(parts[1]), parts[2], parts[3]);
  }
}
