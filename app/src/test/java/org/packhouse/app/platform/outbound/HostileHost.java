package org.packhouse.app.platform.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A host that reads the head of a request and says what nobody should say. */
public final class HostileHost implements AutoCloseable {

  private final ServerSocket server;
  private final Saying saying;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final AtomicLong said = new AtomicLong();

  /** Says something. */
  @FunctionalInterface
  public interface Saying {
    /** Writes to a client until that has gone. */
    void say(OutputStream out) throws IOException;
  }

  private HostileHost(ServerSocket server, Saying saying) {
    this.server = server;
    this.saying = saying;
    Thread.ofVirtual().start(this::accept);
  }

  /** One at 127.0.0.1. */
  public static HostileHost that(Saying saying) throws IOException {
    return new HostileHost(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), saying);
  }

  /** One at each address of this machine. */
  public static HostileHost everywhere() throws IOException {
    return new HostileHost(new ServerSocket(0), out -> write(out, "HTTP/1.1 204 No\r\n\r\n"));
  }

  /** One that says a text. */
  public static HostileHost saying(String text) throws IOException {
    return that(out -> write(out, text));
  }

  /** Writes a text. */
  public static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Says a beginning, and then a piece again and again, as fast as it is taken. */
  public static HostileHost endless(String begin, byte[] piece) throws IOException {
    return that(out -> {
      write(out, begin);
      while (true) {
        out.write(piece);
      }
    });
  }

  /** Says a beginning, and then a piece every few milliseconds for ever. */
  public static HostileHost trickling(String begin, String piece) throws IOException {
    return that(out -> {
      write(out, begin);
      try {
        while (true) {
          Thread.sleep(10);
          write(out, piece);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      StringBuilder head = new StringBuilder();
      InputStream in = client.getInputStream();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          break;
        }
        head.append((char) next);
      }
      asked.add(head.toString());
      OutputStream out = client.getOutputStream();
      saying.say(
          new OutputStream() {
            @Override
            public void write(int value) throws IOException {
              out.write(value);
              said.incrementAndGet();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
              out.write(bytes, offset, length);
              said.addAndGet(length);
            }
          });
    } catch (IOException e) {
      // The client has gone, which is what is hoped for.
      return;
    }
  }

  /** The heads of the requests that came. */
  public List<String> asked() {
    return asked;
  }

  /** The number of bytes that it could say. */
  public long said() {
    return said.get();
  }

  /** Its port. */
  public int port() {
    return server.getLocalPort();
  }

  /** Its URL. */
  public String url() {
    return "http://127.0.0.1:" + port() + "/hook";
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
