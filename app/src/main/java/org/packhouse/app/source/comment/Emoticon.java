package org.packhouse.app.source.comment;

import java.util.Optional;

/** The emoticons that a comment can be reacted with. */
public enum Emoticon {
  THUMBSUP("thumbsup", "+1", "\uD83D\uDC4D"),
  THUMBSDOWN("thumbsdown", "-1", "\uD83D\uDC4E"),
  HEART("heart", "heart", "\u2764\uFE0F"),
  SMILE("smile", "smile", "\uD83D\uDE04"),
  TADA("tada", "tada", "\uD83C\uDF89"),
  ROCKET("rocket", "rocket", "\uD83D\uDE80"),
  EYES("eyes", "eyes", "\uD83D\uDC40"),
  THINKING("thinking", "thinking_face", "\uD83E\uDD14"),
  CONFUSED("confused", "confused", "\uD83D\uDE15"),
  OK_HAND("ok_hand", "ok", "\uD83D\uDC4C");

  private final String shortcut;
  private final String other;
  private final String value;

  Emoticon(String shortcut, String other, String value) {
    this.shortcut = shortcut;
    this.other = other;
    this.value = value;
  }

  public String shortcut() {
    return shortcut;
  }

  public String value() {
    return value;
  }

  /** Parses a shortcut, with or without colons, or the emoticon itself. */
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
