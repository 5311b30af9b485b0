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
 * A command's streams from and to its client. On a raw {@code terminal} lines end with CR LF;
 * {@code stop} ends the command with a sentence (without full stop) for the user.
 */
@Value.Builder
record CommandStreams(
    SshIdentity identity,
    ChannelInput in,
    ClientOutput out,
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

  /** Writes a sentence to the user's standard error. */
  void tell(String sentence) {
    String line = printable(sentence) + (terminal ? "\r\n" : "\n");
    try {
      err.write(line.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      LOG.debug("{} did not hear: {}", client, sentence, e);
    }
  }

  /** Replaces control characters, which could steer the terminal, by question marks. */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\n' ? '?' : c)
        .forEach(shown::appendCodePoint);
    return shown.toString();
  }
}
