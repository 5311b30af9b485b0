package org.packhouse.app.web.admin;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditEvent;
import org.packhouse.app.identity.audit.AuditEvents;
import org.packhouse.app.identity.audit.AuditFilter;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes audit events as CSV or JSON, the latest first, {@value #MAX_EVENTS} at most. Each
 * statement reads a thousand.
 */
@Component
record AuditExport(AuditEvents events, JsonMapper json) {

  static final int MAX_EVENTS = 100_000;
  private static final int PORTION = 1_000;
  private static final String HEAD =
      "id,time,area,action,subject,actor,details,remote address,request id,node\r\n";

  private interface Line {
    String of(AuditEvent event);
  }

  void csv(AuditFilter filter, Writer out) throws IOException {
    out.write(HEAD);
    write(filter, out, this::csv);
  }

  /** Writes one JSON object per line. */
  void json(AuditFilter filter, Writer out) throws IOException {
    write(filter, out, event -> json.writeValueAsString(event) + "\n");
  }

  private void write(AuditFilter filter, Writer out, Line line) throws IOException {
    AuditFilter rest = filter;
    for (int written = 0; written < MAX_EVENTS; written += PORTION) {
      List<AuditEvent> portion = events.find(rest, 0, PORTION);
      for (AuditEvent event : portion) {
        out.write(line.of(event));
      }
      if (portion.size() < PORTION) {
        return;
      }
      rest = rest.olderThan(portion.getLast().id());
    }
  }

  private String csv(AuditEvent event) {
    return String.join(
            ",",
            Long.toString(event.id()),
            event.time().toString(),
            cell(event.area().name()),
            cell(event.action()),
            cell(event.subject()),
            cell(event.by().actor()),
            cell(event.details().isEmpty() ? null : json.writeValueAsString(event.details())),
            cell(event.origin().remoteAddress()),
            cell(event.origin().requestId()),
            cell(event.origin().node()))
        + "\r\n";
  }

  /** Quotes a cell so that no spreadsheet takes it for a formula. */
  static String cell(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return "";
    }
    String safe = "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    return '"' + safe.replace("\"", "\"\"") + '"';
  }
}
