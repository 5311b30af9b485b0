package org.packhouse.app.platform.node;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.running.RunningRequests;
import org.slf4j.MDC;

/** A running request for the access log; only {@link #end} may be called from other threads. */
public final class LoggedRequest {

  /** The key of the request id in the logging context. */
  public static final String MDC_KEY = "requestId";

  private final AccessLog log;
  private volatile AccessLog.Start start;
  private final String id;
  private final RunningRequests.Note note;
  private final Instant began;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable String user;
  private volatile @Nullable String session;
  private volatile @Nullable String operation;
  private volatile @Nullable String repository;
  private volatile int status;
  private volatile long bytesIn;
  private volatile long bytesOut;

  LoggedRequest(
      AccessLog log, AccessLog.Start start, String id, RunningRequests.Note note, Instant began) {
    this.log = log;
    this.start = start;
    this.id = id;
    this.note = note;
    this.began = began;
    MDC.put(MDC_KEY, id);
  }

  public String id() {
    return id;
  }

  /** Sets the client behind a trusted proxy, and its protocol. */
  public void client(String address, String protocol) {
    start = new AccessLog.Start(protocol, address, start.action(), start.agent());
  }

  /** Returns the client's address, as named by a trusted proxy if there is one. */
  public String address() {
    return start.address();
  }

  /** Sets the user, as {@code Caller.name()}. */
  public void user(String name) {
    user = name;
  }

  public void session(String name) {
    session = name;
  }

  /** Sets the operation, such as {@code clone} or {@code push}. */
  public void operation(String name) {
    operation = name;
  }

  /** Sets the repository, as {@code KEY/slug}. */
  public void repository(String path) {
    repository = path;
  }

  /** Sets the HTTP status, or the exit code of an SSH command. */
  public void status(int code) {
    status = code;
  }

  public void bytes(long in, long out) {
    bytesIn = in;
    bytesOut = out;
  }

  /** Writes the line once. */
  public void end() {
    if (ended.compareAndSet(false, true)) {
      log.write(this);
      MDC.remove(MDC_KEY);
    }
  }

  RunningRequests.Note note() {
    return note;
  }

  AccessLog.Start start() {
    return start;
  }

  Instant began() {
    return began;
  }

  @Nullable String user() {
    return user;
  }

  @Nullable String session() {
    return session;
  }

  @Nullable String operation() {
    return operation;
  }

  @Nullable String repository() {
    return repository;
  }

  int status() {
    return status;
  }

  long bytesIn() {
    return bytesIn;
  }

  long bytesOut() {
    return bytesOut;
  }
}
