package org.packhouse.app.source.comment;

import java.util.Optional;

/** An emoticon with which people react to comments. */
public enum Emoticon {
  /** Agreement. */
  THUMBSUP("thumbsup", "+1", "\uD83D\uDC4D"),
  /** Disagreement. */
  THUMBSDOWN("thumbsdown", "-1", "\uD83D\uDC4E"),
  /** Thanks. */
  HEART("heart", "heart", "\u2764\uFE0F"),
  /** Joy. */
  SMILE("smile", "smile", "\uD83D\uDE04"),
  /** Something to celebrate. */
  TADA("tada", "tada", "\uD83C\uDF89"),
  /** Off it goes. */
  ROCKET("rocket", "rocket", "\uD83D\uDE80"),
  /** Somebody looks at it. */
  EYES("eyes", "eyes", "\uD83D\uDC40"),
  /** Doubt. */
  THINKING("thinking", "thinking_face", "\uD83E\uDD14"),
  /** Confusion. */
  CONFUSED("confused", "confused", "\uD83D\uDE15"),
  /** All is well. */
  OK_HAND("ok_hand", "ok", "\uD83D\uDC4C");

  private final String shortcut;
  private final String other;
  private final String value;

  Emoticon(String shortcut, String other, String value) {
    this.shortcut = shortcut;
    this.other = other;
    this.value = value;
  }

  /** The word by which clients name it. */
  public String shortcut() {
    return shortcut;
  }

  /** Its characters. */
  public String value() {
    return value;
  }

  /** The one of a shortcut, with or without colons, or of its characters. */
  static Optional<Emoticon> of(String given) {
    String word =
        given.startsWith(":") && given.endsWith(":") && given.length() > 2
            ? given.substring(1, given.length() - 1)
            : given;
    for (Emoticon one : values()) {
      if (one.shortcut.equals(word) || one.other.equals(word) || one.value.equals(word)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }
}
