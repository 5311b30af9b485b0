package org.packhouse.app.testing.nfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A port at one address behind which is another port of this machine. */
public final class TcpRelay implements AutoCloseable {

  private static final int BACKLOG = 50;

  private final ServerSocket door;
  private final int target;

  /** Opens a free port at that address; {@code target} is at the loopback address. */
  public TcpRelay(InetAddress address, int target) throws IOException {
    this.door = new ServerSocket(0, BACKLOG, address);
    this.target = target;
    Thread.ofVirtual().start(this::accept);
  }

  /** The port that was opened. */
  public int port() {
    return door.getLocalPort();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket caller = door.accept();
        Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
        Thread.ofVirtual().start(() -> carry(caller, called));
        Thread.ofVirtual().start(() -> carry(called, caller));
      } catch (IOException e) {
        if (!door.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static void carry(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side is gone: the other hears of it by the end of its stream.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
