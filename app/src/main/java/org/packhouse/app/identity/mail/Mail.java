package org.packhouse.app.identity.mail;

import org.jspecify.annotations.Nullable;

/**
 * A mail to a user, as it is sent. Control characters in what becomes a header become spaces.
 *
 * @param from as whom it is sent: a name beside the address of the server
 * @param html the same words, with nothing that is loaded from elsewhere
 * @param thread name of the conversation that it belongs to: letters, digits, dots and hyphens;
 *     null: none
 * @param list header values for those who sort mail; null: none
 * @param to where it goes in place of the user's address; null: there
 */
public record Mail(
    String from,
    String subject,
    String text,
    String html,
    @Nullable String thread,
    @Nullable MailList list,
    @Nullable String to) {

  /** A mail to the user's address. */
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
   * The list of mails that this one belongs to.
   *
   * @param id such as {@code repository.project.example.org}
   * @param unsubscribeUrl where whoever has the mail, signed in or not, ends it
   */
  public record MailList(String id, String unsubscribeUrl) {}
}
