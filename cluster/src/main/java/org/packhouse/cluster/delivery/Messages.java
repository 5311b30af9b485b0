package org.packhouse.cluster.delivery;

import java.nio.charset.StandardCharsets;
import org.packhouse.cluster.Topics;

/** Validates messages. */
public final class Messages {

  /** Maximum length of a topic's name. */
  static final int MAX_TOPIC = 100;

  private Messages() {}

  public static void check(String topic, String message) {
    if (topic.isEmpty() || topic.length() > MAX_TOPIC || topic.indexOf(' ') >= 0) {
      throw new IllegalArgumentException(
          "'%s' is no topic: it must have 1 to %d characters and no space"
              .formatted(topic, MAX_TOPIC));
    }
    if (message.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("A message to %s has a NUL".formatted(topic));
    }
    int bytes = message.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Topics.MAX_BYTES) {
      throw new IllegalArgumentException(
          "A message to %s has %d bytes, and may have %d"
              .formatted(topic, bytes, Topics.MAX_BYTES));
    }
  }
}
