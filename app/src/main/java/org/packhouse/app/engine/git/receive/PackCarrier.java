package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** Copies a pack from the client to git's standard input; drains the rest if git exits early. */
final class PackCarrier {

  /** Bytes of a refused pack that are drained: a client reads the refusal only after its pack. */
  static final long MAX_DISCARDED = 256L * 1024 * 1024;

  private static final int BUFFER = 64 * 1024;

  private final InputStream begun;
  private final InputStream rest;
  private final OutputStream target;
  private final Runnable received;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private volatile boolean ended;

  PackCarrier(InputStream begun, InputStream rest, OutputStream target, Runnable received) {
    this.begun = begun;
    this.rest = rest;
    this.target = target;
    this.received = received;
  }

  /** Starts copying; complete when the client's stream has ended or broken. */
  CompletableFuture<Void> start() {
    Thread.ofVirtual().name("pack-carrier").start(this::carry);
    return done;
  }

  /** Returns whether the client's stream has ended. */
  boolean hasEnded() {
    return ended;
  }

  private void carry() {
    try {
      try (target) {
        copy(begun);
        copy(rest);
        ended = true;
      }
      received.run();
    } catch (ClientException e) {
      ended = true;
    } catch (IOException e) {
      discard();
    } finally {
      done.complete(null);
    }
  }

  private void copy(InputStream source) throws IOException, ClientException {
    byte[] buffer = new byte[BUFFER];
    for (int count = read(source, buffer); count >= 0; count = read(source, buffer)) {
      target.write(buffer, 0, count);
    }
  }

  private static int read(InputStream source, byte[] buffer) throws ClientException {
    try {
      return source.read(buffer);
    } catch (IOException e) {
      throw new ClientException(e);
    }
  }

  /** Git reads no more: it has failed, or it has the whole pack. */
  private void discard() {
    try {
      discard(rest);
    } catch (IOException e) {
      ended = true;
    }
  }

  /** Drains a client's stream, up to a limit. */
  static void discard(InputStream source) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long left = MAX_DISCARDED;
    for (int count = source.read(buffer); count >= 0 && left > 0; count = source.read(buffer)) {
      left -= count;
    }
  }

  private static final class ClientException extends Exception {
    private static final long serialVersionUID = 1L;

    ClientException(IOException reason) {
      super(reason);
    }
  }
}
