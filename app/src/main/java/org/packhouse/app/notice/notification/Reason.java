package org.packhouse.app.notice.notification;

/** The reason for a notification; of several the first counts. */
enum Reason {
  MENTIONED("you were mentioned"),
  AUTHOR("you opened this pull request"),
  REVIEWER("you are a reviewer of this pull request"),
  PARTICIPANT("you take part in this pull request"),
  WATCHER("you watch this pull request or its repository");

  private final String words;

  Reason(String words) {
    this.words = words;
  }

  /** Returns words such as {@code you were mentioned}. */
  String words() {
    return words;
  }
}
