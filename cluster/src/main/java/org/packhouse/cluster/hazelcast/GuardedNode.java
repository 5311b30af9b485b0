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
import java.net.Socket;
import java.time.Duration;
import java.util.Properties;
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
}
