package org.packhouse.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Passes bytes on to a server on this machine and back; on the way back it may flip one. */
final class Proxy implements AutoCloseable {

  /** Flips none. */
  static final long HONEST = Long.MAX_VALUE;

  private final ServerSocket socket;
  private final int target;
  private final long flipped;

  /**
   * Starts one.
   *
   * @param flipped which byte of a connection's answers is flipped, from 0
   */
  Proxy(int target, long flipped) throws IOException {
    this.target = target;
    this.flipped = flipped;
    socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket("localhost", target);
        Thread.ofVirtual().start(() -> pass(client, server, HONEST));
        Thread.ofVirtual().start(() -> pass(server, client, flipped));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static void pass(Socket from, Socket to, long flip) {
    byte[] buffer = new byte[1 << 16];
    long passed = 0;
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (flip >= passed && flip < passed + read) {
          buffer[(int) (flip - passed)] ^= 0x10;
        }
        out.write(buffer, 0, read);
        passed += read;
      }
    } catch (IOException gone) {
      // One side has ended; both are closed.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
