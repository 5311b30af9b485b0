package org.packhouse.app.engine.connector;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.net.Acceptor.AcceptorState;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tomcat's socket endpoint, with a register of the connections of each network. */
final class CountingEndpoint extends NioEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(CountingEndpoint.class);

  private static final int ACCEPTOR_MILLIS = 1000;

  private final CountDownLatch accepted = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable OpenConnections register;
  private volatile boolean closing;

  void register(OpenConnections connections) {
    register = connections;
    setHandler(new CountingHandler(getHandler(), connections));
  }

  /**
   * Closes the server socket while connections are still accepted, so that few wait in the kernel's
   * queue: the kernel resets those, and a proxy repeats no request that changes something.
   */
  void closeServerSocket() {
    if (closing) {
      return;
    }
    closing = true;
    try (NetworkChannel open = getServerSocket()) {
      LOG.debug("Accepting no more connections at {}", open);
    } catch (IOException e) {
      LOG.debug("The server socket is closed already", e);
    }
    if (acceptor != null) {
      stopAcceptor();
    }
  }

  /** An acceptor that was stopped earlier would discard a connection that it has just accepted. */
  private void stopAcceptor() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ACCEPTOR_MILLIS);
    try {
      if (!accepted.await(ACCEPTOR_MILLIS, TimeUnit.MILLISECONDS)) {
        LOG.debug("The acceptor waits for room");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    acceptor.stopMillis(-1);
    stopped.countDown();
    while (acceptor.getState() == AcceptorState.RUNNING && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
  }

  /** Gives the acceptor a socket to discard once nothing is left to accept. */
  @Override
  protected SocketChannel serverSocketAccept() throws Exception {
    try {
      return super.serverSocketAccept();
    } catch (ClosedChannelException e) {
      if (!closing) {
        throw e;
      }
      accepted.countDown();
      stopped.await();
      return SocketChannel.open();
    }
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

  /** Tomcat closes only sockets of which it has made a connection. */
  private boolean refuse(SocketChannel socket) {
    destroySocket(socket);
    return true;
  }

  private boolean canGo(SocketChannel socket) {
    return connections.get(socket) instanceof NioSocketWrapper connection
        && connection.getSendfileData() == null;
  }

  void close(SocketChannel socket) {
    SocketWrapperBase<NioChannel> connection = connections.get(socket);
    if (connection != null) {
      connection.close();
    }
  }

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
