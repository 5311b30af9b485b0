package org.packhouse.app.web.admin;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.maintenance.NodeDrain;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.cluster.NodeEvents;
import org.packhouse.app.platform.cluster.NodeFigures;
import org.packhouse.app.platform.cluster.NodeReport;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.cluster.UnseenNodes;
import org.packhouse.app.platform.outbox.WorkFigures;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.cluster.NodeState;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Console of the nodes, with the latest report of each, whichever node serves the page. */
@Requires(Permission.SYS_ADMIN)
@Controller
record ClusterPages(
    NodeReports reports,
    NodeDrain drain,
    UnseenNodes unseen,
    BackgroundWork work,
    NodeEvents events) {

  private static final String PATH = "/admin/clustering";
  private static final String UNKNOWN = "–";
  private static final int PERCENT = 100;
  private static final int EVENTS = 50;

  /** A node; {@code own} marks the one that serves the page. */
  record Row(NodeReport report, boolean own) {

    /** Returns the CSS class of the node's state: {@code bad}, {@code warning} or none. */
    public String kind() {
      return report.times().late() || report.state().is(NodeState.ERROR)
          ? "bad"
          : report.state().is(NodeState.ACTIVE) ? "" : "warning";
    }

    public boolean mayDrain() {
      return !report.times().late() && report.state().is(NodeState.ACTIVE);
    }

    public boolean mayResume() {
      return !report.times().late() && report.state().is(NodeState.DRAINING);
    }

    public boolean mayRemove() {
      return report.times().late();
    }

    /** Returns the host with its address, and the version with its build. */
    public String described() {
      NodeReport.Place place = report.place();
      String name = place.hostName();
      String host = name.equals(place.address()) ? "" : name + ", ";
      return host + place.authority() + ", " + report.server().described();
    }

    public String cpu() {
      return percent(report.figures().cpu());
    }

    /** Returns the available memory in bytes; null: unknown. */
    public @Nullable Long memory() {
      return report.figures().availableMemory();
    }

    /** Returns the tickets in use and their limit. */
    public String tickets() {
      NodeFigures.TicketFigures tickets = report.figures().tickets();
      return tickets == null ? UNKNOWN : tickets.used() + " of " + tickets.limit();
    }

    /** Returns the number of requests that wait for a ticket. */
    public int waiting() {
      NodeFigures.TicketFigures tickets = report.figures().tickets();
      return tickets == null ? 0 : tickets.queued();
    }

    /**
     * Returns the hosting operations that a draining node has still to finish; null for other
     * nodes.
     */
    public @Nullable String unfinished() {
      OptionalInt operations = report.operations();
      if (operations.isEmpty() || !report.state().is(NodeState.DRAINING)) {
        return null;
      }
      return switch (operations.getAsInt()) {
        case 0 -> "nothing left to finish: it may be stopped";
        case 1 -> "1 operation to finish";
        default -> operations.getAsInt() + " operations to finish";
      };
    }

    /** Returns the number of running pieces of background work. */
    public int jobs() {
      List<WorkFigures> kinds = report.figures().work();
      return kinds == null ? 0 : kinds.stream().mapToInt(WorkFigures::running).sum();
    }

    /** Returns the cache's hit rate for fetches. */
    public String cache() {
      NodeFigures.CacheFigures cache = report.figures().cache();
      return percent(cache == null ? null : cache.rate());
    }

    public String git() {
      Integer processes = report.figures().gitProcesses();
      return processes == null ? UNKNOWN : processes.toString();
    }

    public String database() {
      NodeFigures.SharedFigures shared = report.figures().shared();
      return millis(shared == null ? null : shared.databaseMillis());
    }

    public String sharedHome() {
      NodeFigures.SharedFigures shared = report.figures().shared();
      return millis(shared == null ? null : shared.homeMillis());
    }

    private static String percent(@Nullable Double part) {
      return part == null ? UNKNOWN : Math.round(part * PERCENT) + " %";
    }

    private static String millis(@Nullable Double millis) {
      return millis == null ? UNKNOWN : String.format(Locale.ROOT, "%.1f ms", millis);
    }
  }

  /** Asks a node to drain, or to accept work again. */
  @PostMapping(PATH)
  String ask(
      @RequestParam String node,
      @RequestParam boolean draining,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          if (!drain.ask(node, draining)) {
            throw new InvalidFieldException(
                "node",
                "No node that was heard of lately is called %s."
                    .formatted(InvalidFieldException.quote(node)));
          }
          return submission.saved(
              PATH,
              draining
                  ? "%s is asked to finish what it has, and load balancers to send it nothing new."
                      .formatted(node)
                  : "%s is asked to take new work again.".formatted(node));
        },
        () -> show(model));
  }

  /** Removes a lost node from the expected ones. */
  @PostMapping(PATH + "/removals")
  String remove(@RequestParam String node, Model model, FormSubmission submission) {
    return submission.handle(
        () -> {
          drain.remove(node);
          return submission.saved(PATH, "%s is not expected any more.".formatted(node));
        },
        () -> show(model));
  }

  @GetMapping(PATH)
  String show(Model model) {
    UUID own = reports.own().session();
    List<Row> nodes =
        reports.all().stream().map(it -> new Row(it, it.session().equals(own))).toList();
    model.addAttribute("tab", "clustering");
    model.addAttribute("nodes", nodes);
    model.addAttribute("unseen", unseen.all());
    model.addAttribute("present", nodes.stream().filter(it -> !it.mayRemove()).count());
    model.addAttribute("work", work.kinds(nodes.stream().map(Row::report).toList()));
    model.addAttribute("events", events.latest(EVENTS));
    model.addAttribute("troubled", nodes.stream().filter(it -> !it.kind().isEmpty()).count());
    return "admin/clustering";
  }
}
