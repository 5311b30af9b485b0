package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.platform.node.LoggedRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams that a command has of its client.
 *
 * @param gitProtocol the client's {@code GIT_PROTOCOL}
 * @param terminal whether the client shows our words on a raw terminal, which needs CR LF
 * @param logged the command's line in the access log
 * @param stop ends the command, with a sentence (without full stop) for the person at the client
 */
@Value.Builder
record CommandStreams(
    SshIdentity identity,
    ChannelInput in,
    OutputStream out,
    OutputStream err,
    InetSocketAddress client,
    @Nullable String gitProtocol,
    boolean terminal,
    LoggedRequest logged,
    Consumer<String> stop)
    implements GitExchange.Monitor {

  private static final Logger LOG = LoggerFactory.getLogger(CommandStreams.class);

  @Override
  public void operation(String name) {
    logged.operation(name);
  }

  @Override
  public void end(String reason) {
    stop.accept(reason);
  }

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
