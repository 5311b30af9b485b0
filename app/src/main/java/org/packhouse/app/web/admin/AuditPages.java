package org.packhouse.app.web.admin;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditEvent;
import org.packhouse.app.identity.audit.AuditEvents;
import org.packhouse.app.identity.audit.AuditFilter;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The audit log, to search and to export. */
@Controller
@Requires(Permission.SYS_ADMIN)
record AuditPages(AuditEvents events, AuditExport export) {

  private static final String PATH = "/admin/audit";
  private static final int PAGE = 50;

  /** The form's fields; see {@link AuditFilter}. */
  record Criteria(
      @Nullable String actor,
      @Nullable String action,
      @Nullable String subject,
      @Nullable String node,
      @Nullable String from,
      @Nullable String until) {

    AuditFilter filter(@Nullable Long before) {
      return AuditFilter.of(
          new AuditFilter.Text(actor, action, subject, node), from, until, before);
    }

    /** Returns the criteria as a query string, each followed by {@code &}. */
    String query() {
      StringBuilder query = new StringBuilder();
      add(query, "actor", actor);
      add(query, "action", action);
      add(query, "subject", subject);
      add(query, "node", node);
      add(query, "from", from);
      add(query, "until", until);
      return query.toString();
    }

    private static void add(StringBuilder query, String name, @Nullable String value) {
      if (value != null && !value.isBlank()) {
        query.append(name).append('=').append(Links.encode(value)).append('&');
      }
    }
  }

  @GetMapping(PATH)
  String show(
      Criteria criteria,
      @RequestParam(required = false) @Nullable Long before,
      Model model,
      FormSubmission submission) {
    model.addAttribute("tab", "audit");
    model.addAttribute("asked", criteria);
    model.addAttribute("exportUrl", PATH + "/export?" + criteria.query() + "format=");
    return submission.handle(
        () -> show(model, criteria, events.find(criteria.filter(before), 0, PAGE + 1)),
        () -> show(model, criteria, List.of()));
  }

  private static String show(Model model, Criteria criteria, List<AuditEvent> found) {
    List<AuditEvent> shown = found.subList(0, Math.min(PAGE, found.size()));
    model.addAttribute("events", shown);
    model.addAttribute(
        "nextUrl",
        found.size() > PAGE
            ? PATH + "?" + criteria.query() + "before=" + shown.getLast().id()
            : null);
    return "admin/audit";
  }

  @GetMapping(PATH + "/export")
  void export(
      Criteria criteria,
      @RequestParam(defaultValue = "csv") String format,
      HttpServletResponse response)
      throws IOException {
    AuditFilter filter = criteria.filter(null);
    Map<String, String> types =
        Map.of("csv", "text/csv;charset=UTF-8", "json", "application/x-ndjson;charset=UTF-8");
    String type = types.get(format);
    if (type == null) {
      throw new InvalidFieldException(
          "format",
          "The format is csv or json, not %s.".formatted(InvalidFieldException.quote(format)));
    }
    response.setContentType(type);
    response.setHeader("Content-Disposition", "attachment; filename=\"audit." + format + "\"");
    try (Writer out = response.getWriter()) {
      if (format.equals("csv")) {
        export.csv(filter, out);
      } else {
        export.json(filter, out);
      }
    }
  }
}
