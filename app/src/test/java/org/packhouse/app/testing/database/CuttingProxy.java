package org.packhouse.app.testing.database;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy before PostgreSQL that reads the frontend's messages and breaks a connection at a
 * chosen statement, before PostgreSQL has it or after PostgreSQL has answered it.
 */
public final class CuttingProxy implements Closeable {

  /** Of the startup messages: the one after which typed messages follow. */
  private static final int PROTOCOL_3 = 3;

  private final ServerSocket server;
  private final String host;
  private final int port;
  private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();
  private volatile boolean away;

  private CuttingProxy(ServerSocket server, String host, int port) {
    this.server = server;
    this.host = host;
    this.port = port;
  }

  /** The moment of a cut. */
  public enum When {
    /** PostgreSQL does not get the statement: its transaction is rolled back. */
    BEFORE,
    /** PostgreSQL has run the statement; the client does not hear of it. */
    AFTER
  }

  /**
   * A statement on the wire.
   *
   * @param transaction the statements of its transaction before it, in lower case
   */
  public record Statement(String sql, List<String> transaction) {

    /** Whether it ends a transaction that has run a statement with that text. */
    public boolean commits(String text) {
      return sql.equals("commit") && transaction.stream().anyMatch(it -> it.contains(text));
    }
  }

  /** Statements that are meant. */
  @FunctionalInterface
  public interface Choice {
    /** Whether it is cut there. */
    boolean chooses(Statement statement);
  }

  /** A cut that is made once. */
  public static final class Cut {

    private final Choice choice;
    private final When when;
    private volatile @Nullable String sql;
    private volatile boolean lasting;

    private Cut(Choice choice, When when) {
      this.choice = choice;
      this.when = when;
    }

    /** From then on no connection sends anything, until {@link CuttingProxy#calm}. */
    public Cut andAllThatFollows() {
      lasting = true;
      return this;
    }

    /** Where it was made; null: it was not. */
    public @Nullable String made() {
      return sql;
    }
  }

  /** Starts one before the server of a JDBC URL. */
  public static CuttingProxy before(String jdbcUrl) throws IOException {
    URI uri = URI.create(jdbcUrl.substring("jdbc:".length()));
    CuttingProxy proxy =
        new CuttingProxy(
            new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), uri.getHost(), uri.getPort());
    Thread.ofVirtual().start(proxy::accept);
    return proxy;
  }

  /** The same URL through the proxy. */
  public String url(String jdbcUrl) {
    return jdbcUrl
        .replace(host + ":" + port, "localhost:" + server.getLocalPort())
        .concat(jdbcUrl.contains("?") ? "&" : "?")
        .concat("sslmode=disable&gssEncMode=disable");
  }

  /** Breaks the next connection that sends a chosen statement, once. */
  public Cut cut(When when, Choice choice) {
    Cut cut = new Cut(choice, when);
    armed.set(cut);
    return cut;
  }

  /** Breaks none from now on. */
  public void calm() {
    armed.set(null);
    away = false;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket database = new Socket(host, port);
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
        Link link = new Link(client, database);
        Thread.ofVirtual().start(link::carryRequests);
        Thread.ofVirtual().start(link::carryAnswers);
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /** A connection. */
  private final class Link {

    private final Socket client;
    private final Socket database;
    private final Map<String, String> prepared = new HashMap<>();
    private final List<String> transaction = new ArrayList<>();
    private String bound = "";
    private volatile boolean mute;

    Link(Socket client, Socket database) {
      this.client = client;
      this.database = database;
    }

    void carryAnswers() {
      try (client;
          database) {
        InputStream from = database.getInputStream();
        OutputStream to = client.getOutputStream();
        byte[] buffer = new byte[1 << 14];
        for (int count = from.read(buffer); count >= 0 && !mute; count = from.read(buffer)) {
          to.write(buffer, 0, count);
        }
      } catch (IOException broken) {
        // One side has gone; try-with-resources ends the other.
      }
    }

    void carryRequests() {
      try (client;
          database) {
        DataInputStream from = new DataInputStream(client.getInputStream());
        OutputStream to = database.getOutputStream();
        boolean started = false;
        while (!started) {
          byte[] startup = body(from);
          started = startup[1] == PROTOCOL_3;
          to.write(message(-1, startup));
        }
        while (carry(from, to)) {
          // until the end of one side, or a cut
        }
      } catch (IOException broken) {
        // One side has gone; try-with-resources ends the other.
      }
    }

    private boolean carry(DataInputStream from, OutputStream to) throws IOException {
      int type = from.read();
      if (type < 0) {
        return false;
      }
      byte[] body = body(from);
      String sql = sql(type, body);
      if (away) {
        return false;
      }
      if (sql != null && !sql.isBlank()) {
        Cut cut = armed.get();
        Statement statement = new Statement(sql, List.copyOf(transaction));
        note(sql);
        if (cut != null && cut.choice.chooses(statement) && armed.compareAndSet(cut, null)) {
          cut.sql = sql;
          away = cut.lasting;
          if (cut.when == When.AFTER) {
            // Muted before it goes: carryAnswers ends the connection at the first byte of the
            // answer, which PostgreSQL sends when the statement has run.
            mute = true;
            to.write(message(type, body));
            to.write(message('S', new byte[0]));
            to.flush();
            from.transferTo(OutputStream.nullOutputStream());
          }
          return false;
        }
      }
      to.write(message(type, body));
      return true;
    }

    private void note(String sql) {
      switch (sql) {
        case "commit", "rollback" -> transaction.clear();
        default -> transaction.add(sql);
      }
    }

    /** The statement that a message has run; null: it runs none. */
    private @Nullable String sql(int type, byte[] body) {
      switch (type) {
        case 'P' -> prepared.put(string(body, 0), string(body, end(body, 0)));
        case 'B' -> bound = prepared.getOrDefault(string(body, end(body, 0)), "");
        case 'E' -> {
          return bound;
        }
        case 'Q' -> {
          return string(body, 0);
        }
        default -> {
          // says nothing of statements
        }
      }
      return null;
    }

    private static int end(byte[] body, int start) {
      int end = start;
      while (body[end] != 0) {
        end++;
      }
      return end + 1;
    }

    private static String string(byte[] body, int start) {
      return new String(body, start, end(body, start) - 1 - start, StandardCharsets.UTF_8)
          .toLowerCase(Locale.ROOT)
          .strip();
    }

    private static byte[] body(DataInputStream from) throws IOException {
      byte[] body = new byte[from.readInt() - Integer.BYTES];
      from.readFully(body);
      return body;
    }

    private static byte[] message(int type, byte[] body) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      if (type >= 0) {
        bytes.write(type);
      }
      int length = body.length + Integer.BYTES;
      for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        bytes.write(length >>> shift);
      }
      bytes.writeBytes(body);
      return bytes.toByteArray();
    }
  }
}
