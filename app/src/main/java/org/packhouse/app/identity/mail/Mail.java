package org.packhouse.app.identity.mail;

import org.jspecify.annotations.Nullable;

/**
 * A mail; control characters in headers become spaces.
 *
 * @param from a name beside the server's address
 * @param html the same text, without external resources
 * @param thread of the conversation: letters, digits, dots and hyphens; null: none
 * @param to null: the user's address
 */
public record Mail(
    String from,
    String subject,
    String text,
    String html,
    @Nullable String thread,
    @Nullable MailList list,
    @Nullable String to) {

  public Mail(
      String from,
      String subject,
      String text,
      String html,
      @Nullable String thread,
      @Nullable MailList list) {
    this(from, subject, text, html, thread, list, null);
  }

  /**
   * Headers for mailing lists.
   *
   * @param id such as {@code repository.project.example.org}
   * @param unsubscribeUrl works without signing in
   */
  public record MailList(String id, String unsubscribeUrl) {}
}
