package org.packhouse.app.web.admin;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.packhouse.app.engine.git.RunningOperations;
import org.packhouse.app.identity.administration.ThrottleConsole;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.LoadState;
import org.packhouse.app.platform.throttle.LoadWatch;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Ticket console of the node that serves the page: limits, queues, load and operations. */
@Controller
@Requires(Permission.ADMIN)
record ThrottlePages(
    ThrottleConsole console, LoadWatch load, RunningOperations operations, Clock clock) {

  private static final String PATH = "/admin/throttle";
  private static final long MINUTE = 60;
  private static final long HOUR = 3600;

  record Limited(BucketState state, BucketChart chart) {

    public String averageWait() {
      BucketState.Counts counts = state.counts();
      return counts.waited() == 0 ? "none" : time(counts.waitedFor().dividedBy(counts.waited()));
    }

    public String longestWait() {
      return time(state.counts().longestWait());
    }

    /** Returns after how long a waiting request is refused. */
    public String timeout() {
      return state.timeout().isZero() ? "at once" : time(state.timeout());
    }
  }

  /** SVG lines of a bucket; {@code refused} are the x positions of refusals. */
  record BucketChart(
      int top, String limit, String used, String queued, List<Double> refused, boolean empty) {

    static BucketChart of(BucketState state, Instant now) {
      List<BucketState.Sample> samples = state.lastHour();
      int top =
          samples.stream()
              .mapToInt(it -> Math.max(it.limit(), Math.max(it.used(), it.queued())))
              .max()
              .orElse(1);
      LastHour hour = new LastHour(now, top);
      return new BucketChart(
          top,
          hour.line(samples, BucketState.Sample::at, BucketState.Sample::limit),
          hour.area(samples, BucketState.Sample::at, BucketState.Sample::used),
          hour.line(samples, BucketState.Sample::at, BucketState.Sample::queued),
          samples.stream().filter(it -> it.refused() > 0).map(it -> hour.x(it.at())).toList(),
          samples.isEmpty());
    }
  }

  record LoadChart(String cpu, String memory, boolean empty) {

    static LoadChart of(LoadState state, Instant now) {
      List<LoadState.Sample> samples = state.lastHour();
      double most = samples.stream().mapToDouble(LoadState.Sample::availableMemory).max().orElse(1);
      return new LoadChart(
          new LastHour(now, 1).area(samples, LoadState.Sample::at, LoadState.Sample::cpu),
          new LastHour(now, most)
              .area(samples, LoadState.Sample::at, LoadState.Sample::availableMemory),
          samples.isEmpty());
    }
  }

  @GetMapping(PATH)
  String show(Model model) {
    Instant now = clock.instant();
    List<BucketState> all = console.states();
    List<BucketState> limited = all.stream().filter(ThrottleConsole::isLimited).toList();
    LoadState state = load.state();
    model.addAttribute("tab", "throttle");
    model.addAttribute("load", state);
    model.addAttribute("loadChart", LoadChart.of(state, now));
    model.addAttribute(
        "limited", limited.stream().map(it -> new Limited(it, BucketChart.of(it, now))).toList());
    model.addAttribute(
        "unlimited", all.stream().filter(it -> !ThrottleConsole.isLimited(it)).toList());
    model.addAttribute("operations", operations.list());
    return "admin/throttle";
  }

  /** Sets a bucket's limit until the node stops; an empty limit restores that of the settings. */
  @PostMapping(PATH)
  String change(
      @RequestParam String bucket,
      @RequestParam(defaultValue = "") String limit,
      Model model,
      FormSubmission submission) {
    model.addAttribute("chosen", bucket);
    model.addAttribute("limit", limit);
    return submission.handle(
        () -> {
          BucketState state = named(bucket);
          if (limit.isBlank()) {
            console.limitBySettings(state.bucket());
            return submission.saved(
                PATH, "The limit of %s is that of the settings.".formatted(bucket));
          }
          console.limit(
              state,
              Forms.number(
                  "limit", limit.strip(), "A limit must be a whole number from 1, not %s."));
          return submission.saved(
              PATH, "The limit of %s is %s now.".formatted(bucket, limit.strip()));
        },
        () -> show(model));
  }

  @PostMapping(PATH + "/operations/end")
  String end(@RequestParam long id, FormSubmission submission) {
    return submission.saved(
        PATH, operations.end(id) ? "It is being ended." : "It had ended already.");
  }

  private BucketState named(String name) {
    return console
        .state(name)
        .filter(ThrottleConsole::isLimited)
        .orElseThrow(() ->
            new InvalidFieldException(
                "bucket",
                "No bucket with a limit is called %s."
                    .formatted(InvalidFieldException.quote(name))));
  }

  private static String time(Duration time) {
    long seconds = time.toSeconds();
    if (time.isZero()) {
      return "none";
    }
    if (seconds == 0) {
      return time.toMillis() + " ms";
    }
    if (seconds >= HOUR && seconds % HOUR == 0) {
      return seconds / HOUR + " h";
    }
    if (seconds > MINUTE && seconds % MINUTE == 0) {
      return seconds / MINUTE + " min";
    }
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0).replace(".0 s", " s");
  }
}
