package org.packhouse.app.engine.git;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a conversation between a client and an operation.
 *
 * @param stateless whether the client speaks one request and reads one response (HTTP); if not, the
 *     streams are a conversation (SSH)
 * @param in what the client says, gunzipped; closed by the transport; throws {@link
 *     java.nio.channels.ClosedChannelException} when the client has gone
 * @param target to the client
 * @param monitor told what happened, for the access log
 */
public record GitExchange(
    GitRepository repository,
    ProtocolVersion protocol,
    boolean stateless,
    InputStream in,
    ResponseTarget target,
    @Nullable SocketAddress client,
    Monitor monitor) {

  /** Takes what is made for the client. */
  public OutputStream out() {
    return target.out();
  }

  /** The same with another way to the client. */
  GitExchange withTarget(ResponseTarget other) {
    return new GitExchange(repository, protocol, stateless, in, other, client, monitor);
  }

  /** The same with somebody else who hears of it. */
  GitExchange withMonitor(Monitor other) {
    return new GitExchange(repository, protocol, stateless, in, target, client, other);
  }

  /** A transport's ear for what an operation turned out to be, and its way to end it. */
  @FunctionalInterface
  public interface Monitor {
    /**
     * Names the operation: {@code ls-refs}, {@code fetch}, {@code clone}, {@code push} and so on.
     */
    void operation(String name);

    /** Hears how long it took to list refs, in nanoseconds. */
    default void listedRefs(long nanos) {}

    /** Cuts the client off, and wakes whoever works for it. */
    default void end(String reason) {
      throw new UnsupportedOperationException("Nobody can end this: " + reason);
    }
  }
}
