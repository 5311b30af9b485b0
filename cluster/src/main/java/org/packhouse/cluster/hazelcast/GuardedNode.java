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
 * Starts a member on whose connections nothing is said before the handshake is done. The open
 * edition has the place for that and no setting that fills it, so this is the one class that uses
 * Hazelcast's insides; a test looks that they are still there whenever its version changes.
 */
final class GuardedNode extends DefaultNodeContext {

  private static final Duration MAX_HANDSHAKE = Duration.ofSeconds(5);

  private final HandshakePlaces places = new HandshakePlaces(MAX_HANDSHAKE);
  private final MemberHandshake handshake;
  private final BiConsumer<String, RefusalException> refused;

  private GuardedNode(MemberHandshake handshake, BiConsumer<String, RefusalException> refused) {
    this.handshake = handshake;
    this.refused = refused;
  }

  /**
   * Starts one, and waits until it has joined others or goes on alone.
   *
   * @param refused is told the address of each node that was not let in, or did not let this one in
   */
  static HazelcastInstance start(
      Config config, MemberHandshake handshake, BiConsumer<String, RefusalException> refused) {
    return HazelcastInstanceFactory.newHazelcastInstance(
        config, config.getInstanceName(), new GuardedNode(handshake, refused));
  }

  /** The release of Hazelcast, as {@code 5.7}: members of one cluster run the same. */
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

    /** Recommends other products at each start. */
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
      // All that it needs is in the handshake.
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

    private void shake(Socket socket, HandshakePlaces.Dialog dialog) throws IOException {
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
