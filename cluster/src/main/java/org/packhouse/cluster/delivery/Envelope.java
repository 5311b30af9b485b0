package org.packhouse.cluster.delivery;

import java.util.UUID;

/** A message numbered by its sender, or, without a topic, the count of messages so far. */
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

  /** Returns whether nothing was lost since the sender's last number. */
  boolean follows(long last) {
    return sequence == (isCount() ? last : last + 1);
  }

  String text() {
    return sender + " " + sequence + " " + topic + " " + message;
  }

  static Envelope parse(String text) {
    String[] parts = text.split(" ", PARTS);
    if (parts.length < PARTS) {
      throw new IllegalArgumentException("Not an envelope: " + text);
    }
    return new Envelope(UUID.fromString(parts[0]), Long.parseLong(parts[1]), parts[2], parts[3]);
  }
}
