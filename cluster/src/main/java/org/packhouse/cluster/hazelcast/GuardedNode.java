package org.packhouse.cluster.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.nio.MemberSocketInterceptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.packhouse.cluster.hazelcast.MemberHandshake.RefusalException;

/**
 * Starts a Hazelcast member whose connections begin with our handshake. The open edition has the
 * hook but no setting for it, so this one class uses Hazelcast's internals; a test checks them on
 * upgrades.
 */
final class GuardedNode extends DefaultNodeContext {

  private static final Duration MAX_HANDSHAKE = Duration.ofSeconds(5);

  private final HandshakeLimiter places = new HandshakeLimiter(MAX_HANDSHAKE);
  private final MemberHandshake handshake;
  private final BiConsumer<String, RefusalException> refused;

  private GuardedNode(MemberHandshake handshake, BiConsumer<String, RefusalException> refused) {
    this.handshake = handshake;
    this.refused = refused;
  }

  /** Waits until the member has joined others or runs alone. */
  static HazelcastInstance start(
      Config config, MemberHandshake handshake, BiConsumer<String, RefusalException> refused) {
    return HazelcastInstanceFactory.newHazelcastInstance(
        config, config.getInstanceName(), new GuardedNode(handshake, refused));
  }

  /** Returns the release, such as {@code 5.7}, which all members must share. */
  static String release() {
    return BuildInfoProvider.getBuildInfo().getVersion().replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }

  @Override
  public NodeExtension createNodeExtension(Node node) {
    return new Extension(node);
  }

  private final class Extension extends DefaultNodeExtension {

    Extension(Node node) {
      super(node);
    }

    @Override
    public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier endpoint) {
      return new Interceptor();
    }

    /** Suppresses advertising at start. */
    @Override
    public void printNodeInfo() {
      logger.fine("Hazelcast " + node.getVersion());
    }

    @Override
    protected void printBannersBeforeNodeInfo() {
      logger.fine("No banner");
    }
  }

  private final class Interceptor implements MemberSocketInterceptor {

    @Override
    public void init(Properties properties) {
      // The handshake has all that is needed.
    }

    @Override
    public void onConnect(Socket socket) throws IOException {
      shake(
          socket,
          () ->
              places.within(
                  socket, () -> handshake.call(socket.getInputStream(), socket.getOutputStream())));
    }

    @Override
    public void onAccept(Socket socket) throws IOException {
      shake(
          socket,
          () ->
              places.accept(
                  socket,
                  () -> handshake.respond(socket.getInputStream(), socket.getOutputStream())));
    }

    private void shake(Socket socket, HandshakeLimiter.Dialog dialog) throws IOException {
      int timeout = socket.getSoTimeout();
      socket.setSoTimeout(Math.toIntExact(MAX_HANDSHAKE.toMillis()));
      try {
        dialog.run();
      } catch (RefusalException e) {
        refused.accept(String.valueOf(socket.getRemoteSocketAddress()), e);
        throw e;
      }
      socket.setSoTimeout(timeout);
    }
  }

  /**
   * Bounds handshakes with clients, which need only reach the port. Each takes one of Hazelcast's
   * sixteen threads, also needed for outgoing connections: so few are allowed per address, fewer
   * than threads in all, and none beyond a deadline.
   */
  private static final class HandshakeLimiter {

    /** Leaves some of Hazelcast's sixteen threads ({@code hz:io}) for outgoing connections. */
    private static final int MAX_ALL = 12;

    /** Nodes of one machine connect within milliseconds, and retry. */
    private static final int MAX_OF_ADDRESS = 4;

    private final Duration deadline;
    private final Map<InetAddress, Integer> taken = new HashMap<>();
    private int all;

    HandshakeLimiter(Duration deadline) {
      this.deadline = deadline;
    }

    @FunctionalInterface
    interface Dialog {
      void run() throws IOException;
    }

    /** Fails if too many are running. */
    void accept(Socket socket, Dialog dialog) throws IOException {
      InetAddress address = socket.getInetAddress();
      if (!take(address)) {
        throw new RefusalException("too many connect at once and do not say who they are");
      }
      try {
        within(socket, dialog);
      } finally {
        giveBack(address);
      }
    }

    /** Closes the socket at the deadline. */
    void within(Socket socket, Dialog dialog) throws IOException {
      CompletableFuture<Boolean> done = new CompletableFuture<>();
      var _ =
          done.completeOnTimeout(false, deadline.toMillis(), TimeUnit.MILLISECONDS)
              .thenAccept(inTime -> {
                if (!inTime) {
                  close(socket);
                }
              });
      try {
        dialog.run();
      } finally {
        done.complete(true);
      }
    }

    private static void close(Socket socket) {
      try {
        socket.close();
      } catch (IOException e) {
        // The socket is useless, closed or not.
      }
    }

    private synchronized boolean take(InetAddress address) {
      int ofAddress = taken.getOrDefault(address, 0);
      if (all >= MAX_ALL || ofAddress >= MAX_OF_ADDRESS) {
        return false;
      }
      all++;
      taken.put(address, ofAddress + 1);
      return true;
    }

    private synchronized void giveBack(InetAddress address) {
      all--;
      taken.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    }
  }
}
