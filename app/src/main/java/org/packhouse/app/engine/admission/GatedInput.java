package org.packhouse.app.engine.admission;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * Body between the protocol and its reader. An anonymous client's body is polled, for a blocking
 * read would wait as long as a byte comes now and then. A signed-in client's form takes memory.
 */
public final class GatedInput implements InputBuffer {

  private static final int NARROW_WINDOW = 64 * 1024;

  private static final long MIN_NANOS = 500_000;
  private static final long MAX_NANOS = 50_000_000;

  private static final long SOON_NANOS = 1_000_000_000;

  private final Request request;
  private final InputBuffer body;
  private final Exchange exchange;
  private final BodyGate gate;
  private final boolean form;
  private final FormMemory formMemory;
  private BodyPlaces.@Nullable Place place;
  private boolean git;
  private boolean answered;
  private boolean entered;
  private long began;
  private boolean widened;
  private boolean askedToWiden;
  private boolean smallFrames;
  private long windowBegan;
  private long windowBytes;
  private long read;

  GatedInput(Request request, Exchange exchange, BodyGate gate) {
    this.request = request;
    this.body = request.getInputBuffer();
    this.exchange = exchange;
    this.gate = gate;
    this.form = isForm(request.getContentType());
    this.formMemory = gate.formMemory();
  }

  /** Returns whether Tomcat reads a body of this type for its parameters. */
  static boolean isForm(@Nullable String contentType) {
    return contentType != null
        && contentType
            .split(";", 2)[0]
            .strip()
            .toLowerCase(Locale.ROOT)
            .equals("application/x-www-form-urlencoded");
  }

  @Override
  public int doRead(ApplicationBufferHandler handler) throws IOException {
    boolean bounded = form && !git && !answered && exchange.trusted();
    if (bounded) {
      formMemory.cover(Math.max(request.getContentLengthLong(), read));
    }
    if (!exchange.trusted() && !answered) {
      letIn();
    } else if (exchange.expectsLongBody() && !smallFrames) {
      smallFrames = true;
      exchange.transport().allowSmallFrames(request);
    }
    int got = body.doRead(handler);
    if (got > 0) {
      read += got;
      windowBytes += got;
      widenIfWorthIt();
      if (bounded) {
        formMemory.cover(read);
      }
    }
    return got;
  }

  private void letIn() throws IOException {
    try {
      begin();
      awaitBytes();
    } catch (BodyRefusedException e) {
      if (git) {
        throw e;
      }
      throw RequestBodyException.of(e);
    }
  }

  /** Takes a place for the body of an anonymous client, unless it is small. */
  public void enter() throws IOException {
    git = true;
    if (!exchange.trusted()) {
      begin();
    }
  }

  private void begin() throws IOException {
    long length = request.getContentLengthLong();
    if (!git && length > longest()) {
      throw tooLong();
    }
    if (entered) {
      return;
    }
    entered = true;
    began = System.nanoTime();
    if (!isSmall(length)) {
      exchange.releaseTurn();
      place = gate.enter(exchange.logged().address());
    }
    windowBegan = System.nanoTime();
  }

  /** A stream of HTTP/2 has large buffers from its first byte on. */
  private boolean isSmall(long length) throws IOException {
    if (length < 0 || length > BodyGate.SMALL_BODY) {
      return false;
    }
    long end = System.nanoTime() + SOON_NANOS;
    long pause = MIN_NANOS;
    while (exchange.transport().canWiden() && !complete(length)) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MAX_NANOS);
    }
    return true;
  }

  private boolean complete(long length) {
    return readable() && (request.getAvailable() >= length || isOver());
  }

  private void awaitBytes() throws IOException {
    long pause = MIN_NANOS;
    checkPace();
    while (!readable()) {
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MAX_NANOS);
      checkPace();
    }
  }

  private int longest() {
    return request.getHeader("Cookie") == null ? BodyGate.MAX_BODY : BodyGate.MAX_FORM;
  }

  private BodyRefusedException tooLong() {
    int longest = longest();
    return gate.refuse(
        413,
        "A %s may have %d KB and take %d seconds."
            .formatted(
                longest == BodyGate.MAX_BODY
                    ? "request of somebody who has not signed in"
                    : "form of a page",
                longest / 1024,
                BodyGate.MAX_TIME.toSeconds()));
  }

  private boolean readable() {
    request.action(ActionCode.AVAILABLE, true);
    return request.getAvailable() > 0 || isOver();
  }

  private boolean isOver() {
    AtomicBoolean finished = new AtomicBoolean();
    request.action(ActionCode.REQUEST_BODY_FULLY_READ, finished);
    AtomicBoolean broken = new AtomicBoolean();
    request.action(ActionCode.IS_ERROR, broken);
    return finished.get() || broken.get();
  }

  private void checkPace() throws IOException {
    long now = System.nanoTime();
    if (place != null && place.lost()) {
      throw gate.crowded();
    }
    if (!git && (read > longest() || now - began > BodyGate.MAX_TIME.toNanos())) {
      throw tooLong();
    }
    if (now - windowBegan >= gate.patience().toNanos()) {
      if (windowBytes < gate.slowestBytes()) {
        throw gate.refuse(
            408, "The request comes too slowly: sign in, or send at least 1 KB in a second.");
      }
      windowBegan = now;
      windowBytes = 0;
    }
  }

  /** A client that has filled half a window and is not done will fill it again. */
  private void widenIfWorthIt() throws IOException {
    if (!askedToWiden
        && exchange.expectsLongBody()
        && exchange.transport().canWiden()
        && read >= NARROW_WINDOW / 2) {
      askedToWiden = true;
      if (gate.tryWiden()) {
        widened = true;
        exchange.transport().widen(request, gate.window());
      }
    }
  }

  @Override
  public int available() {
    return body.available();
  }

  /** Discards the rest of the body: the request has been answered. */
  public void answered() {
    answered = true;
  }

  /** Restores the protocol's own body and gives back places and memory. */
  public void end() {
    if (request.getInputBuffer() == this) {
      request.setInputBuffer(body);
    }
    if (place != null) {
      gate.leave(place);
      place = null;
    }
    formMemory.end();
    if (widened) {
      widened = false;
      gate.narrow();
    }
  }
}
