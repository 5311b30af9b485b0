package org.apache.coyote.http2;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.nio.channels.SelectionKey;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.coyote.Adapter;
import org.apache.coyote.ProtocolException;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.SocketWrapperBase.BlockingMode;

/**
 * An HTTP/2 connection whose streams can be given a wider receive window, one by one, while they
 * run. It stands in Tomcat's package because what it must reach is open to that package only.
 * {@link Http2Internals} names all of it, and is asked before this class is loaded.
 *
 * <p><b>Why.</b> How fast a client can send is its receive window per round trip, so a push over a
 * long line wants megabytes. Tomcat knows one window for all streams, tells it to the client before
 * anybody has signed in, and takes twice that much heap for a stream with the first byte of its
 * body, whatever the URL: with 8 MB, thirty strangers who send one byte each fill a heap of 512 MB.
 * So the window that the client is told stays at 64 KB, and a stream is widened when whoever serves
 * it knows that it is worth the memory.
 *
 * <p><b>How.</b> The body of a stream lies in two buffers of the window's size: the connection's
 * thread fills one, the thread that serves the request empties it into the other. Widening replaces
 * both and sends a WINDOW_UPDATE for the difference. It is done by the thread that serves the
 * request, so nobody is reading meanwhile; and between two DATA frames of the stream, so nobody is
 * writing: {@code streamInFrame} names the stream whose frame the connection's thread has at hand.
 *
 * <p><b>Frames that cost and bring nothing</b> end a connection, as with Tomcat, with three
 * differences. The credit that well-behaved frames earn is bounded: a connection may not save for
 * hours what it then spends at once. Unknown frames cost what a PING does. And small DATA frames
 * are no offence on a stream that pushes, because a client may send at once what was read of its
 * window, however little that is; before anybody has signed in, a connection has some of them free.
 * Empty ones are never free.
 *
 * <p><b>The connection's own window</b> costs no memory, as the streams' windows bound what can
 * come: it is opened wide at the start, and kept so by the updates that Tomcat sends as bodies are
 * read.
 */
public final class WideningUpgradeHandler extends Http2AsyncUpgradeHandler {

  private static final int CONNECTION_WINDOW = 1 << 30;
  private static final int WINDOW_UPDATE_LENGTH = 13;
  private static final long PATIENCE_NANOS = 100_000_000;

  /** Two hundred requests that a client gives up, or one hundred after another that are served. */
  private static final long MAX_CREDIT = 10_000;

  private static final int FREE_SMALL_FRAMES = 1000;
  private static final int MAX_QUEUED = 200;

  private static final Class<?> BODY = Stream.StandardStreamInputBuffer.class;
  private static final VarHandle IN_BUFFER = field(BODY, "inBuffer", ByteBuffer.class);
  private static final VarHandle OUT_BUFFER = field(BODY, "outBuffer", byte[].class);
  private static final VarHandle OVERHEAD =
      field(Http2UpgradeHandler.class, "overheadCount", AtomicLong.class);
  private static final VarHandle QUEUE =
      field(Http2UpgradeHandler.class, "queuedRunnable", Queue.class);

  private static VarHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Object frame = new Object();
  private final Set<Integer> pushes = ConcurrentHashMap.newKeySet();
  private final Set<Integer> writing = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Runnable> running = new ConcurrentHashMap<>();
  private final AtomicLong overhead;
  private int streamInFrame;
  private int freeSmallFrames = FREE_SMALL_FRAMES;
  private boolean pushing;
  private boolean filled;
  private volatile long headBegan;

  /** As Tomcat's own; made for each connection. */
  public WideningUpgradeHandler(
      Http2Protocol protocol, Adapter adapter, Request request, SocketWrapperBase<?> socket) {
    super(protocol, adapter, request, socket);
    overhead = (AtomicLong) OVERHEAD.get(this);
  }

  /**
   * Widens the receive window of a stream. To be called by the thread that serves the stream's
   * request, between two reads of its body.
   *
   * @param window in bytes; the stream holds twice that until it ends
   * @return whether it was done; if not, the stream goes on with the window that it has
   */
  public boolean widen(int streamId, int window) throws IOException {
    Stream stream = getStream(streamId);
    int increment = window - ConnectionSettingsBase.DEFAULT_INITIAL_WINDOW_SIZE;
    if (stream == null
        || increment <= 0
        || !(stream.getInputBuffer() instanceof Stream.StandardStreamInputBuffer input)
        || !replaceBuffers(streamId, input, window)) {
      return false;
    }
    writeStreamWindowUpdate(streamId, increment);
    return true;
  }

  private boolean replaceBuffers(int streamId, Stream.StandardStreamInputBuffer input, int window) {
    synchronized (frame) {
      ByteBuffer old = (ByteBuffer) IN_BUFFER.getVolatile(input);
      if (!awaitEndOfFrame(streamId) || old == null) {
        return false;
      }
      synchronized (old) {
        ByteBuffer wide = ByteBuffer.allocate(window);
        wide.put(old.flip());
        OUT_BUFFER.set(input, new byte[window]);
        return IN_BUFFER.compareAndSet(input, old, wide);
      }
    }
  }

  private boolean awaitEndOfFrame(int streamId) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (streamInFrame == streamId) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(frame, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  @Override
  public ByteBuffer startRequestBodyFrame(int streamId, int dataLength, boolean endOfStream)
      throws Http2Exception {
    synchronized (frame) {
      streamInFrame = streamId;
    }
    pushing = pushes.contains(streamId);
    filled = dataLength > 0;
    ByteBuffer target = null;
    try {
      target = super.startRequestBodyFrame(streamId, dataLength, endOfStream);
      return target;
    } finally {
      if (target == null) {
        endFrame();
      }
    }
  }

  @Override
  public void endRequestBodyFrame(int streamId, int dataLength) throws Http2Exception, IOException {
    endFrame();
    super.endRequestBodyFrame(streamId, dataLength);
  }

  /**
   * Takes small DATA frames of a stream for what they are while somebody pushes.
   *
   * @param streamId of a request whose client has signed in
   */
  public void allowSmallFrames(int streamId) {
    pushes.removeIf(id -> getStream(id) == null);
    pushes.add(streamId);
  }

  /**
   * A request is being served.
   *
   * @param calledOff to be run if its client resets the stream or the connection is closed; at once
   *     if that was before
   */
  public void requestBegins(int streamId, Runnable calledOff) {
    running.put(streamId, calledOff);
    Stream stream = getStream(streamId);
    if (stream == null || !stream.isActive()) {
      calledOff.run();
    }
  }

  /** The request has been served. */
  public void requestEnds(int streamId) {
    running.remove(streamId);
  }

  /** The connection is closed: nobody waits for any of its requests. */
  public void callOff() {
    running.values().forEach(Runnable::run);
  }

  @Override
  public void reset(int streamId, long errorCode) throws Http2Exception {
    try {
      super.reset(streamId, errorCode);
    } finally {
      Runnable calledOff = running.get(streamId);
      if (calledOff != null) {
        calledOff.run();
      }
    }
  }

  /** Whether a response waits until its client has taken what was sent of it. */
  public boolean stalled(int streamId) {
    Stream stream = getStream(streamId);
    return stream != null
        && (stream.getWindowSize() < 1
            || stream.getConnectionAllocationRequested() > 0
            || (writing.contains(streamId)
                && socketWrapper instanceof NioSocketWrapper nio
                && nio.interestOpsHas(SelectionKey.OP_WRITE)));
  }

  /** Whether a stream takes nothing more: its client has reset it, or the connection is closed. */
  public boolean gone(int streamId) {
    Stream stream = getStream(streamId);
    return stream == null || !stream.canWrite();
  }

  @Override
  void writeBody(Stream stream, ByteBuffer data, int length, boolean finished) throws IOException {
    writing.add(stream.getIdAsInt());
    try {
      super.writeBody(stream, data, length, finished);
    } finally {
      writing.remove(stream.getIdAsInt());
    }
  }

  @Override
  protected void increaseOverheadCount(FrameType type, int increment) {
    if (type == FrameType.DATA && filled && pushing) {
      return;
    }
    if (type == FrameType.DATA && filled && freeSmallFrames > 0) {
      freeSmallFrames--;
      return;
    }
    super.increaseOverheadCount(type, increment);
  }

  @Override
  void reduceOverheadCount(FrameType type) {
    if (overhead.get() > -MAX_CREDIT) {
      super.reduceOverheadCount(type);
    }
  }

  @Override
  public void onSwallowedUnknownFrame(int streamId, int type, int flags, int size)
      throws IOException {
    increaseOverheadCount(FrameType.UNKNOWN);
    super.onSwallowedUnknownFrame(streamId, type, flags, size);
  }

  /** When the head began that is not complete yet, as {@link System#nanoTime}; zero if none is. */
  public long headBegan() {
    return headBegan;
  }

  @Override
  public HpackDecoder.HeaderEmitter headersStart(int streamId, boolean endOfStream)
      throws Http2Exception, IOException {
    headBegan = System.nanoTime() | 1;
    return super.headersStart(streamId, endOfStream);
  }

  /** Ends a connection whose requests wait for each other in too great a number. */
  @Override
  public void headersEnd(int streamId, boolean endOfStream) throws Http2Exception {
    headBegan = 0;
    Queue<?> queued = (Queue<?>) QUEUE.get(this);
    if (queued != null && queued.size() >= MAX_QUEUED) {
      throw new ConnectionException("Too many requests wait", Http2Error.ENHANCE_YOUR_CALM);
    }
    super.headersEnd(streamId, endOfStream);
  }

  private void endFrame() {
    synchronized (frame) {
      streamInFrame = 0;
      frame.notifyAll();
    }
  }

  /**
   * Ends a stream from outside: the client gets RST_STREAM, and whoever waits to read or write it
   * gets an IOException.
   */
  public void abort(int streamId, String reason) throws IOException {
    Stream stream = getStream(streamId);
    if (stream != null) {
      sendStreamReset(null, new StreamException(reason, Http2Error.ENHANCE_YOUR_CALM, streamId));
      stream.receiveReset(Http2Error.ENHANCE_YOUR_CALM.getCode());
    }
  }

  /**
   * Gives the request that came with an upgrade from HTTP/1.1 the send window that its
   * HTTP2-Settings header tells. Tomcat reads the header when it has made that stream with the
   * smallest window, and then takes the window of the client's first frame, which is the same
   * again, for no change: a response of more than 64 KB would never end.
   */
  @Override
  protected void writeSettings() {
    Stream upgraded = getStream(1);
    if (upgraded != null) {
      long window = getRemoteSettings().getInitialWindowSize();
      try {
        upgraded.incrementWindowSize(
            (int) (window - ConnectionSettingsBase.DEFAULT_INITIAL_WINDOW_SIZE));
      } catch (Http2Exception e) {
        throw new ProtocolException("The send window of the upgraded stream is no window", e);
      }
    }
    super.writeSettings();
  }

  @Override
  protected byte[] createWindowUpdateForSettings() {
    return windowUpdate(0, CONNECTION_WINDOW);
  }

  private void writeStreamWindowUpdate(int streamId, int increment) throws IOException {
    Failure failure = new Failure();
    socketWrapper.write(
        BlockingMode.SEMI_BLOCK,
        protocol.getWriteTimeout(),
        TimeUnit.MILLISECONDS,
        null,
        SocketWrapperBase.COMPLETE_WRITE,
        failure,
        ByteBuffer.wrap(windowUpdate(streamId, increment)));
    if (failure.cause != null) {
      throw new IOException("The connection is gone", failure.cause);
    }
  }

  private static byte[] windowUpdate(int streamId, int increment) {
    byte[] update = new byte[WINDOW_UPDATE_LENGTH];
    ByteUtil.setThreeBytes(update, 0, 4);
    update[3] = FrameType.WINDOW_UPDATE.getIdByte();
    ByteUtil.set31Bits(update, 5, streamId);
    ByteUtil.set31Bits(update, 9, increment);
    return update;
  }

  private static final class Failure implements CompletionHandler<Long, Void> {
    private volatile Throwable cause;

    @Override
    public void completed(Long result, Void attachment) {
      // Nothing waits for it.
    }

    @Override
    public void failed(Throwable reason, Void attachment) {
      cause = reason;
    }
  }
}
