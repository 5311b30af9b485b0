package org.packhouse.app.engine.git;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a conversation between a client and an operation.
 *
 * @param stateless true: one request and one response (HTTP); false: a conversation (SSH)
 * @param in gunzipped, closed by the transport; throws {@link
 *     java.nio.channels.ClosedChannelException} when the client has gone
 */
public record GitExchange(
    GitRepository repository,
    ProtocolVersion protocol,
    boolean stateless,
    InputStream in,
    ResponseTarget target,
    @Nullable SocketAddress client,
    Monitor monitor) {

  public OutputStream out() {
    return target.out();
  }

  GitExchange withTarget(ResponseTarget other) {
    return new GitExchange(repository, protocol, stateless, in, other, client, monitor);
  }

  GitExchange withMonitor(Monitor other) {
    return new GitExchange(repository, protocol, stateless, in, target, client, other);
  }

  /** Tells the transport what the operation turned out to be, and lets it be ended. */
  @FunctionalInterface
  public interface Monitor {
    /**
     * Names the operation, such as {@code ls-refs}, {@code fetch}, {@code clone} or {@code push}.
     */
    void operation(String name);

    /** Reports how long it took to list refs, in nanoseconds. */
    default void listedRefs(long nanos) {}

    /** Disconnects the client, and interrupts its threads. */
    default void end(String reason) {
      throw new UnsupportedOperationException("Nobody can end this: " + reason);
    }
  }
}
