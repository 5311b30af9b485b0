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
 * An HTTP/2 connection whose streams can be given a wider receive window while they run. It stands
 * in Tomcat's package for access; {@link Http2Internals} checks all of that before this class is
 * loaded.
 *
 * <p><b>Why.</b> A client sends one receive window per round trip, so a push over a long line wants
 * megabytes. Tomcat has one window for all streams, announces it before anybody has signed in, and
 * allocates twice that with the first byte of a body, whatever the URL: with 8 MB, thirty strangers
 * who send one byte each fill a heap of 512 MB. So the announced window stays at 64 KB, and a
 * stream is widened when its servlet knows that it is worth the memory.
 *
 * <p><b>How.</b> The body of a stream lies in two buffers of the window's size: the connection's
 * thread fills one, the request's thread empties it into the other. Widening replaces both and
 * sends a WINDOW_UPDATE for the difference. The request's thread does it, so nobody is reading
 * meanwhile; and between two DATA frames of the stream, so nobody is writing: {@code streamInFrame}
 * names the stream whose frame the connection's thread has at hand.
 *
 * <p><b>Overhead frames</b> end a connection, as with Tomcat, with three differences: the credit
 * that well-behaved frames earn is bounded; unknown frames cost what a PING does; and small DATA
 * frames are free on a stream that pushes, because a client may send at once what was read of its
 * window, and a few before anybody has signed in. Empty ones are never free.
 *
 * <p><b>The connection's own window</b> costs no memory, as the streams' windows bound what can
 * come: it is opened wide at the start.
 */
public final class WideningUpgradeHandler extends Http2AsyncUpgradeHandler {

  private static final int CONNECTION_WINDOW = 1 << 30;
  private static final int WINDOW_UPDATE_LENGTH = 13;
  private static final long PATIENCE_NANOS = 100_000_000;

  /** Two hundred requests that a client cancels, or one hundred in a row that are served. */
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

  public WideningUpgradeHandler(
      Http2Protocol protocol, Adapter adapter, Request request, SocketWrapperBase<?> socket) {
    super(protocol, adapter, request, socket);
    overhead = (AtomicLong) OVERHEAD.get(this);
  }

  /**
   * Widens a stream to so many bytes, between two reads by the request's thread; it holds twice
   * that until it ends. Returns false if the stream keeps its window.
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

  /** Permits small DATA frames on the stream of a signed-in client that pushes. */
  public void allowSmallFrames(int streamId) {
    pushes.removeIf(id -> getStream(id) == null);
    pushes.add(streamId);
  }

  /** Runs {@code calledOff} if the client resets the stream or the connection closes, or has so. */
  public void requestBegins(int streamId, Runnable calledOff) {
    running.put(streamId, calledOff);
    Stream stream = getStream(streamId);
    if (stream == null || !stream.isActive()) {
      calledOff.run();
    }
  }

  public void requestEnds(int streamId) {
    running.remove(streamId);
  }

  /** Cancels all requests: the connection is closed. */
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

  /** Returns whether a response waits until its client has taken what was sent of it. */
  public boolean isStalled(int streamId) {
    Stream stream = getStream(streamId);
    return stream != null
        && (stream.getWindowSize() < 1
            || stream.getConnectionAllocationRequested() > 0
            || (writing.contains(streamId)
                && socketWrapper instanceof NioSocketWrapper nio
                && nio.interestOpsHas(SelectionKey.OP_WRITE)));
  }

  /** Returns whether the client has reset the stream or the connection is closed. */
  public boolean isGone(int streamId) {
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

  /** Returns the {@link System#nanoTime} at which an incomplete head began; zero if none is. */
  public long headBegan() {
    return headBegan;
  }

  @Override
  public HpackDecoder.HeaderEmitter headersStart(int streamId, boolean endOfStream)
      throws Http2Exception, IOException {
    headBegan = System.nanoTime() | 1;
    return super.headersStart(streamId, endOfStream);
  }

  /** Ends a connection with too many requests that wait for each other. */
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

  /** Resets a stream from outside: its reads and writes fail with an IOException. */
  public void abort(int streamId, String reason) throws IOException {
    Stream stream = getStream(streamId);
    if (stream != null) {
      sendStreamReset(null, new StreamException(reason, Http2Error.ENHANCE_YOUR_CALM, streamId));
      stream.receiveReset(Http2Error.ENHANCE_YOUR_CALM.getCode());
    }
  }

  /**
   * Applies the send window of an upgrade's HTTP2-Settings header to its stream. Tomcat reads the
   * header too late, and then sees no change in the client's first frame: a response of more than
   * 64 KB would never end.
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
