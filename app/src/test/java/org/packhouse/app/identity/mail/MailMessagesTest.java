package org.packhouse.app.identity.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.administration.MailServer;
import org.packhouse.app.identity.mail.MailAccount.Account;
import org.packhouse.app.identity.mail.SmtpFailure.Kind;

class MailMessagesTest {

  private static final Account ACCOUNT =
      new Account(
          new MailServer("localhost", 25, MailServer.Protocol.SMTP, true, false, null),
          null,
          "git@example.org",
          "git.example.org",
          Session.getInstance(new Properties()));

  private static String written(String from, String subject)
      throws MessagingException, IOException {
    Mail mail =
        new Mail(
            from,
            subject,
            "text",
            "<p>html</p>",
            "pull-request-1",
            new Mail.MailList("a\r\nBcc: x@evil.example", "https://a/\r\nBcc: y@evil.example"));
    MimeMessage message =
        MailMessages.of(ACCOUNT, mail, "mail.1.2", "ada@example.org", Instant.EPOCH);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    message.writeTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void noWordsBecomeAHeaderOfTheirOwn() throws Exception {
    String raw =
        written(
            "Eve\r\nBcc: z@evil.example\u2028\u202e",
            "Hi\r\nBcc: w@evil.example\r\n\r\nbody\ud800 \u0000" + "long ".repeat(1000));
    assertThat(raw.lines().takeWhile(line -> !line.isEmpty()))
        .noneMatch(line -> line.startsWith("Bcc"))
        .anyMatch(line -> line.equals("Message-ID: <mail.1.2@git.example.org>"))
        .anyMatch(line -> line.equals("References: <pull-request-1@git.example.org>"))
        .allMatch(line -> line.length() < 998);
  }

  @Test
  void anAddressThatIsNoneIsGivenUp() {
    assertThatThrownBy(() ->
            MailMessages.of(
                ACCOUNT,
                new Mail("a", "b", "c", "d", null, null),
                "i",
                "ada@example.org, eve@example.org",
                Instant.EPOCH))
        .isInstanceOfSatisfying(
            AddressException.class,
            it -> assertThat(SmtpFailure.ofMessage(it).kind()).isEqualTo(Kind.NEVER));
  }

  @Test
  void theCodeOfTheMailServerSaysWhatBecomesOfAMail() {
    assertThat(kind(550)).isEqualTo(Kind.NEVER);
    assertThat(kind(451)).isEqualTo(Kind.LATER);
    assertThat(kind(421)).isEqualTo(Kind.SERVER);
    assertThat(SmtpFailure.ofMessage(new MessagingException("Connection reset")).kind())
        .isEqualTo(Kind.SERVER);
  }

  private static Kind kind(int code) {
    return SmtpFailure.ofMessage(
            new SMTPSendFailedException("DATA", code, code + " no", null, null, null, null))
        .kind();
  }
}
