package org.packhouse.app.engine.connector;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.coyote.Request;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.FileBeingSent;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.NioEndpoint.SendfileData;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.ClosedPeers;
import org.packhouse.app.engine.admission.Transport;
import org.packhouse.app.engine.connector.HttpProtocol.SentFiles;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseFile.Range;

/** Serves the requests of one HTTP/1.1 connection at a time. */
final class Http1 extends Http11Processor implements Transport {

  private static final int BLOCK = 64 * 1024;

  private final boolean sendsFiles;
  private final HttpProtocol connector;
  private final SentFiles sentFiles;
  private final long writeTimeout;
  private final Deque<ResponseFile> taken = new ArrayDeque<>();
  private @Nullable OpenConnection current;
  private final AtomicLong sentBeside = new AtomicLong();

  Http1(
      HttpProtocol protocol, TransportAdapter adapter, SentFiles sentFiles, Duration writeTimeout) {
    super(protocol, adapter);
    this.sendsFiles = protocol.getUseSendfile() && !protocol.isSSLEnabled();
    this.connector = protocol;
    this.sentFiles = sentFiles;
    this.writeTimeout = writeTimeout.toMillis();
    adapter.transport(this);
  }

  @Override
  public void requestBegins(Request request, Runnable calledOff) {
    sentBeside.set(0);
    if (current != null) {
      current.requestBegins();
    }
  }

  @Override
  public void requestEnds(Request request) {
    if (current != null) {
      current.requestEnds();
    }
  }

  @Override
  public void abort(Request request, String reason) {
    SocketWrapperBase<?> socket = socketWrapper;
    if (socket != null) {
      socket.close();
    }
  }

  @Override
  public boolean drainsUnreadBody() {
    return true;
  }

  @Override
  public boolean isStalled(Request request) {
    return socketWrapper instanceof NioSocketWrapper nio
        && nio.interestOpsHas(SelectionKey.OP_WRITE);
  }

  @Override
  public boolean isClientGone(Request request, Set<ClosedPeers.Connection> closed) {
    SocketWrapperBase<?> socket = socketWrapper;
    return socket != null && ClosedPeers.isIn(closed, socket);
  }

  /** Refuses behind an unfinished body, after which Tomcat may close the connection as failed. */
  @Override
  public boolean sendAfterwards(ResponseFile file) {
    boolean takes = sendsFiles && UnreadBody.isAtEnd(request);
    if (takes) {
      taken.add(file);
    }
    return takes;
  }

  @Override
  public long sentBeside() {
    return sentBeside.get();
  }

  @Override
  public boolean sendNow(ResponseFile file) throws IOException {
    if (!sendsFiles || !(socketWrapper instanceof NioSocketWrapper nio)) {
      return false;
    }
    boolean whole = false;
    try {
      for (Range range : file.ranges()) {
        send(range, nio);
      }
      whole = true;
    } finally {
      if (!whole) {
        nio.close();
      }
    }
    return true;
  }

  /** Sends by the kernel while the connection has room; then one block by Tomcat, which waits. */
  private void send(Range range, NioSocketWrapper connection) throws IOException {
    try (FileChannel file = FileChannel.open(range.file(), StandardOpenOption.READ)) {
      SocketChannel channel = connection.getSocket().getIOChannel();
      long position = range.position();
      long end = position + range.length();
      while (position < end) {
        long sent = file.transferTo(position, Math.min(end - position, SlicedFile.SLICE), channel);
        if (sent == 0) {
          sent = sendBlock(file, position, Math.min(end - position, BLOCK), connection);
        }
        position += sent;
        sentBeside.addAndGet(sent);
      }
    }
  }

  private static long sendBlock(
      FileChannel file, long position, long most, NioSocketWrapper connection) throws IOException {
    ByteBuffer block = ByteBuffer.allocate((int) most);
    int count = file.read(block, position);
    if (count < 0) {
      throw new EOFException("A file of a response ends early, at " + position);
    }
    connection.write(true, block.flip());
    connection.flush(true);
    return count;
  }

  /**
   * Has a time-out of its own for writes, and keeps a connection open on which a file is sent,
   * which Tomcat closes if the connector was paused.
   */
  @Override
  public SocketState service(SocketWrapperBase<?> connection) throws IOException {
    SocketState state;
    connection.setWriteTimeout(writeTimeout);
    OpenConnection open = connector.connection(connection);
    current = open;
    if (open != null) {
      open.headBegins();
    }
    try {
      state = super.service(connection);
      if (open != null && state == SocketState.LONG && !isAsync()) {
        open.headBegins();
      } else if (open != null) {
        open.becomesIdle();
      }
    } finally {
      closeSentFiles(connection);
    }
    return state == SocketState.CLOSED
            && !getErrorState().isError()
            && connection instanceof NioSocketWrapper nio
            && nio.getSendfileData() != null
        ? SocketState.SENDFILE
        : state;
  }

  /** All files but the last have been sent by now; that may have only begun. */
  private void closeSentFiles(SocketWrapperBase<?> connection) {
    ResponseFile last = taken.pollLast();
    if (last == null) {
      return;
    }
    for (ResponseFile sent = taken.poll(); sent != null; sent = taken.poll()) {
      sent.close();
    }
    SendfileData data = connection instanceof NioSocketWrapper nio ? nio.getSendfileData() : null;
    if (data == null) {
      last.close();
    } else {
      FileBeingSent.replace(data, file -> new SlicedFile(file, last::sent));
      sentFiles.add((NioSocketWrapper) connection, data, last);
    }
  }
}
