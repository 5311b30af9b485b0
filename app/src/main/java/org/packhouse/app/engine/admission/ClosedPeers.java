package org.packhouse.app.engine.admission;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Connections in state CLOSE_WAIT, whose other end sends nothing more, from the kernel's tables,
 * which are read without touching a socket. Empty on other systems than Linux.
 */
public final class ClosedPeers {

  private static final List<String> TABLES = List.of("net/tcp", "net/tcp6");
  private static final String CLOSE_WAIT = "08";
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int WORD = 4;

  private final Path proc;

  /** Reads below {@code /proc/self}. */
  ClosedPeers(Path proc) {
    this.proc = proc;
  }

  /** A connection; {@code remote} is the client, or a proxy in front. */
  public record Connection(int localPort, InetSocketAddress remote) {}

  /** Returns whether a socket of the server is among the closed connections. */
  public static boolean isIn(Set<Connection> closed, SocketWrapperBase<?> socket) {
    try {
      return socket.isClosed()
          || (socket.getSocket() instanceof NioChannel channel
              && channel.getIOChannel().getLocalAddress() instanceof InetSocketAddress local
              && channel.getIOChannel().getRemoteAddress() instanceof InetSocketAddress remote
              && closed.contains(new Connection(local.getPort(), remote)));
    } catch (ClosedChannelException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  Set<Connection> read() {
    Set<Connection> found = new HashSet<>();
    for (String table : TABLES) {
      for (String line : lines(proc.resolve(table))) {
        String[] columns = line.strip().split("\\s+", STATE + 2);
        if (columns.length > STATE && columns[STATE].equals(CLOSE_WAIT)) {
          found.add(new Connection(address(columns[LOCAL]).getPort(), address(columns[REMOTE])));
        }
      }
    }
    return found;
  }

  private static List<String> lines(Path table) {
    try {
      return Files.readAllLines(table, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Parses {@code 0100007F:1F90}: words of four bytes, last byte first, and a port. */
  private static InetSocketAddress address(String column) {
    int colon = column.indexOf(':');
    byte[] bytes = HexFormat.of().parseHex(column, 0, colon);
    for (int word = 0; word < bytes.length; word += WORD) {
      for (int i = 0; i < WORD / 2; i++) {
        byte first = bytes[word + i];
        bytes[word + i] = bytes[word + WORD - 1 - i];
        bytes[word + WORD - 1 - i] = first;
      }
    }
    try {
      int port = Integer.parseInt(column.substring(colon + 1), 16);
      return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
