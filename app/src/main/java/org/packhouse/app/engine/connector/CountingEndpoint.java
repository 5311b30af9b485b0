package org.packhouse.app.engine.connector;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tomcat's sockets, with a register of who has how many. */
final class CountingEndpoint extends NioEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(CountingEndpoint.class);

  private @Nullable OpenConnections register;

  /** Set once, before the connector starts. */
  void register(OpenConnections connections) {
    register = connections;
    setHandler(new CountingHandler(getHandler(), connections));
  }

  @Override
  protected boolean setSocketOptions(SocketChannel socket) {
    OpenConnections counted = register;
    if (counted == null) {
      throw new IllegalStateException("The connector counts no connections");
    }
    try {
      if (!(socket.getRemoteAddress() instanceof InetSocketAddress peer)) {
        return refuse(socket);
      }
      SocketChannel goes = counted.add(socket, peer.getAddress(), this::canGo);
      if (goes != null && goes.equals(socket)) {
        return refuse(socket);
      }
      if (goes != null) {
        close(goes);
      }
    } catch (IOException e) {
      LOG.debug("A client went away before it was accepted", e);
      return refuse(socket);
    }
    if (super.setSocketOptions(socket)) {
      return true;
    }
    counted.remove(socket);
    return false;
  }

  /** Tomcat closes only what it has made a connection of. */
  private boolean refuse(SocketChannel socket) {
    destroySocket(socket);
    return true;
  }

  private boolean canGo(SocketChannel socket) {
    return connections.get(socket) instanceof NioSocketWrapper connection
        && connection.getSendfileData() == null;
  }

  /** Closes a connection, whatever it is at. */
  void close(SocketChannel socket) {
    SocketWrapperBase<NioChannel> connection = connections.get(socket);
    if (connection != null) {
      connection.close();
    }
  }

  /** Tomcat's handler, and a look at what is closed. */
  private record CountingHandler(Handler<NioChannel> handler, OpenConnections register)
      implements Handler<NioChannel> {

    @Override
    public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent status) {
      return handler.process(socket, status);
    }

    @Override
    public void release(SocketWrapperBase<NioChannel> socket) {
      register.remove(socket.getSocket().getIOChannel());
      handler.release(socket);
    }

    @Override
    public Object getGlobal() {
      return handler.getGlobal();
    }

    @Override
    public void pause() {
      handler.pause();
    }

    @Override
    public void recycle() {
      handler.recycle();
    }
  }
}
