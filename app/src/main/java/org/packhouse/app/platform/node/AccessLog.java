package org.packhouse.app.platform.node;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.running.RunningRequests;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * {@code <home>/log/access.log}: one line for each HTTP request and SSH command, written at its
 * end, with the fields of Bitbucket's log in its order:
 *
 * <pre>
 * address | protocol | request id | user | time | "action" | "user agent" | status | bytes in |
 * bytes out | labels | milliseconds | session |
 * </pre>
 *
 * <p>Labels are the operation and {@code repository:KEY/slug}; unknown values are {@code -}. The
 * action has no query except {@code service=}, because queries may contain secrets.
 */
@Component
public final class AccessLog implements AutoCloseable {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);

  /** Characters that would end a field or line early. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cntrl}|\"\\p{Zl}\\p{Zp}]");

  private static final int MAX_TEXT_LENGTH = 1000;

  /** Files that an editor opens, for a month; the total bounds the disk that busy nodes need. */
  private static final RolledLog.Kept KEPT =
      new RolledLog.Kept(DataSize.ofMegabytes(100), 30, DataSize.ofGigabytes(5));

  private final RolledLog log;
  private final RunningRequests running;
  private final RequestIds ids;
  private final Clock clock;

  AccessLog(Homes homes, RequestIds ids, Clock clock) {
    this.ids = ids;
    this.clock = clock;
    this.running = RunningRequests.open(homes.log().resolve("running-requests"));
    this.log = new RolledLog(homes, "access", KEPT);
  }

  /** A request at its start. Its action is method and path, or the SSH command, without secrets. */
  public record Start(String protocol, String address, String action, @Nullable String agent) {}

  /** Assigns a request id and puts it into this thread's logging context. */
  public LoggedRequest begin(Start start) {
    String id = ids.begin();
    RunningRequests.Note note =
        running.begin(
            id + " | " + start.address() + " | " + start.protocol() + " | " + safe(start.action()));
    return new LoggedRequest(this, start, id, note, clock.instant());
  }

  void write(LoggedRequest request) {
    ids.end();
    request.note().end();
    Instant now = clock.instant();
    StringBuilder line = new StringBuilder(256);
    field(line, request.start().address());
    field(line, request.start().protocol());
    field(line, request.id());
    field(line, request.user());
    line.append(TIME.format(now.atZone(ZoneId.systemDefault()))).append(" | ");
    quoted(line, request.start().action());
    quoted(line, request.start().agent());
    line.append(request.status()).append(" | ");
    line.append(request.bytesIn()).append(" | ");
    line.append(request.bytesOut()).append(" | ");
    field(line, labels(request));
    line.append(Duration.between(request.began(), now).toMillis()).append(" | ");
    field(line, request.session());
    line.setLength(line.length() - 1);
    log.write(line.toString());
  }

  private static @Nullable String labels(LoggedRequest request) {
    if (request.repository() == null) {
      return request.operation();
    }
    String repository = "repository:" + request.repository();
    return request.operation() == null ? repository : request.operation() + ", " + repository;
  }

  private static void field(StringBuilder line, @Nullable String text) {
    line.append(safe(text)).append(" | ");
  }

  private static void quoted(StringBuilder line, @Nullable String text) {
    line.append('"').append(safe(text)).append("\" | ");
  }

  private static String safe(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return "-";
    }
    String cut = text.length() > MAX_TEXT_LENGTH ? text.substring(0, MAX_TEXT_LENGTH) : text;
    return UNSAFE.matcher(cut).replaceAll("?");
  }

  @Override
  public void close() {
    log.close();
    running.close();
  }
}
