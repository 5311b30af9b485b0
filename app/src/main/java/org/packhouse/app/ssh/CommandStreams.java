package org.packhouse.app.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a command has of its client.
 *
 * @param gitProtocol the client's {@code GIT_PROTOCOL}
 * @param terminal whether the client shows our words on a raw terminal, which needs CR LF
 */
record CommandStreams(
    SshIdentity identity,
    InputStream in,
    OutputStream out,
    OutputStream err,
    @Nullable SocketAddress client,
    @Nullable String gitProtocol,
    boolean terminal) {

  private static final Logger LOG = LoggerFactory.getLogger(CommandStreams.class);

  /** Says a sentence to the person at the client. */
  void tell(String sentence) {
    String line = printable(sentence) + (terminal ? "\r\n" : "\n");
    try {
      err.write(line.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      LOG.debug("{} did not hear: {}", client, sentence, e);
    }
  }

  /** Shows control characters, which could play with the terminal, as question marks. */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\n' ? '?' : c)
        .forEach(shown::appendCodePoint);
    return shown.toString();
  }
}
