package org.packhouse.app.identity.mail;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/** The reason why a mail was not sent, in the words of the mail server. */
record SmtpFailure(Kind kind, String words) {

  private static final int SHUTTING_DOWN = 421;
  private static final int REFUSED = 500;
  private static final int MAX_CAUSES = 10;
  private static final Pattern CODE = Pattern.compile("^([245]\\d\\d)[ -]");

  enum Kind {
    /** No mail can be sent now. */
    SERVER,
    LATER,
    NEVER
  }

  static SmtpFailure ofMessage(MessagingException thrown) {
    if (thrown instanceof AddressException) {
      return new SmtpFailure(Kind.NEVER, words(thrown));
    }
    int code = code(thrown);
    Kind kind =
        code >= REFUSED ? Kind.NEVER : code > 0 && code != SHUTTING_DOWN ? Kind.LATER : Kind.SERVER;
    return new SmtpFailure(kind, words(thrown));
  }

  /** Returns the messages of all causes in one line. */
  static String words(MessagingException thrown) {
    StringBuilder words = new StringBuilder();
    Throwable it = thrown;
    for (int i = 0; it != null && i < MAX_CAUSES; i++) {
      String message = it.getMessage() == null ? it.getClass().getSimpleName() : it.getMessage();
      String line = message.replaceAll("\\s+", " ").strip();
      if (words.indexOf(line) < 0) {
        words.append(words.isEmpty() ? "" : ": ").append(line);
      }
      it =
          it instanceof MessagingException one && one.getNextException() != null
              ? one.getNextException()
              : it.getCause();
    }
    return thrown instanceof AuthenticationFailedException
        ? "The mail server does not take the user name and password: " + words
        : words.toString();
  }

  /** Returns the last SMTP code; 0: none. */
  private static int code(MessagingException thrown) {
    int code = 0;
    @Nullable Exception it = thrown;
    for (int i = 0; it instanceof MessagingException one && i < MAX_CAUSES; i++) {
      int said =
          switch (one) {
            case SMTPSendFailedException e -> e.getReturnCode();
            case SMTPAddressFailedException e -> e.getReturnCode();
            case SMTPSenderFailedException e -> e.getReturnCode();
            default -> leading(one.getMessage());
          };
      code = said > 0 ? said : code;
      it = one.getNextException();
    }
    return code;
  }

  private static int leading(@Nullable String message) {
    Matcher matcher = CODE.matcher(message == null ? "" : message);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
