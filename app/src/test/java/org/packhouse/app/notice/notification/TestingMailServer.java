package org.packhouse.app.notice.notification;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.util.Arrays;
import java.util.List;
import org.packhouse.app.testing.FreePort;

/** A real mail server in this process, which can go away and come back on the same port. */
final class TestingMailServer implements AutoCloseable {

  private final int port = FreePort.next();
  private GreenMail server = start();

  private GreenMail start() {
    GreenMail started =
        new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    started.start();
    return started;
  }

  int port() {
    return port;
  }

  void goAway() {
    server.stop();
  }

  void comeBack() {
    server = start();
  }

  /** What has come since it last came back. */
  List<MimeMessage> messages() {
    return List.of(server.getReceivedMessages());
  }

  /** What has come for an address. */
  List<MimeMessage> messagesTo(String address) {
    return messages().stream()
        .filter(it -> {
          try {
            return Arrays.toString(it.getAllRecipients()).contains(address);
          } catch (MessagingException e) {
            throw new IllegalStateException(e);
          }
        })
        .toList();
  }

  @Override
  public void close() {
    server.stop();
  }
}
