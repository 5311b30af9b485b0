package org.packhouse.app.identity.mail;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import org.packhouse.app.identity.mail.MailAccount.Account;

/** Builds messages, with safe header lines, in text and HTML. */
final class MailMessages {

  private static final int MAX_HEADER = 250;
  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private MailMessages() {}

  /** Keeps the message id that it is given. */
  private static final class Identified extends MimeMessage {

    private final String id;

    Identified(Account account, String id) {
      super(account.session());
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }

  /**
   * Builds a message; its id has to be unique on this server: letters, digits, dots and hyphens.
   */
  static MimeMessage of(Account account, Mail mail, String id, String address, Instant when)
      throws MessagingException {
    MimeMessage message = new Identified(account, id(id, account));
    message.setFrom(named(account.sender(), mail.from()));
    message.setRecipient(Message.RecipientType.TO, new InternetAddress(address, true));
    message.setSubject(line(mail.subject()), UTF_8);
    message.setSentDate(Date.from(when));
    message.setHeader("Auto-Submitted", "auto-generated");
    message.setHeader("X-Auto-Response-Suppress", "All");
    String thread = mail.thread();
    if (thread != null) {
      message.setHeader("In-Reply-To", id(thread, account));
      message.setHeader("References", id(thread, account));
    }
    Mail.MailList list = mail.list();
    if (list != null) {
      message.setHeader("List-Id", "<" + line(list.id()).replaceAll("[^A-Za-z0-9._-]", "-") + ">");
      message.setHeader("List-Unsubscribe", "<" + line(list.unsubscribeUrl()) + ">");
      message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    MimeMultipart both = new MimeMultipart("alternative");
    both.addBodyPart(part(mail.text(), "plain"));
    both.addBodyPart(part(mail.html(), "html"));
    message.setContent(both);
    message.saveChanges();
    return message;
  }

  private static MimeBodyPart part(String words, String type) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(words, UTF_8, type);
    return part;
  }

  private static InternetAddress named(String address, String name) throws MessagingException {
    try {
      InternetAddress named = new InternetAddress(address, true);
      named.setPersonal(line(name), UTF_8);
      return named;
    } catch (UnsupportedEncodingException e) {
      throw new MessagingException("No UTF-8", e);
    }
  }

  private static String id(String local, Account account) {
    return "<" + local + "@" + account.host() + ">";
  }

  /** Returns a header line without line ends and invisible characters. */
  static String line(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(MAX_HEADER)
        .map(point ->
            switch (Character.getType(point)) {
              case Character.CONTROL,
                  Character.FORMAT,
                  Character.LINE_SEPARATOR,
                  Character.PARAGRAPH_SEPARATOR,
                  Character.SURROGATE ->
                  ' ';
              default -> point;
            })
        .forEach(line::appendCodePoint);
    return line.toString().strip();
  }
}
