package org.packhouse.app.web.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.ratelimit.RateLimit;
import org.packhouse.app.identity.ratelimit.RateLimitAdministration;
import org.packhouse.app.identity.ratelimit.RateLimits;
import org.packhouse.app.identity.ratelimit.RefusedRequests;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Order;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Refused;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PageLinks;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Rate limits of users and addresses, and the requests that were refused. */
@Controller
@Requires(Permission.ADMIN)
record RateLimitPages(
    RateLimitAdministration limits, RefusedRequests refused, Users users, PrivilegeGuard ranks) {

  private static final int PAGE = 50;
  private static final String PATH = "/admin/rate-limits";

  record LimitsForm(
      @Nullable Boolean enabled, @Nullable String capacity, @Nullable String fillRate) {

    boolean isEnabled() {
      return Boolean.TRUE.equals(enabled);
    }

    static LimitsForm of(RateLimits limits) {
      return new LimitsForm(
          limits.enabled(),
          Integer.toString(limits.usual().capacity()),
          Integer.toString(limits.usual().fillRate()));
    }
  }

  record ExceptionForm(
      @Nullable String user,
      @Nullable Boolean exempt,
      @Nullable String ownCapacity,
      @Nullable String ownFillRate) {

    private static final ExceptionForm NONE = new ExceptionForm(null, true, null, null);

    boolean isExempt() {
      return !Boolean.FALSE.equals(exempt);
    }
  }

  /** A refused caller; {@code user} is null for an anonymous or deleted one. */
  record Line(@Nullable User user, Refused refused) {}

  /** Shows the page; {@code filter} is part of the name of a user with an exception. */
  @GetMapping(PATH)
  String show(
      @RequestParam(defaultValue = "") String filter,
      @RequestParam(defaultValue = "0") int start,
      @RequestParam(defaultValue = "NEWEST") Order order,
      Model model) {
    PageRequest request = new PageRequest(Math.max(0, start), PAGE);
    Page<RateLimitAdministration.OfUser> page =
        Page.ofOneMore(
            request,
            limits.exceptions(
                filter.strip().replace("\0", ""), request.start(), request.oneMore()));
    String url = PATH + "?filter=" + Links.encode(filter) + "&start=";
    if (!model.containsAttribute("typed")) {
      model.addAttribute("typed", LimitsForm.of(limits.current()));
    }
    if (!model.containsAttribute("exception")) {
      model.addAttribute("exception", ExceptionForm.NONE);
    }
    model.addAttribute("tab", "rate-limits");
    model.addAttribute("filter", filter);
    model.addAttribute("exceptions", page.values());
    PageLinks.add(model, url, page);
    model.addAttribute("order", order);
    model.addAttribute("history", history(order));
    return "admin/rate-limits";
  }

  private List<Line> history(Order order) {
    List<Refused> rows = refused.list(order, false, 0, PAGE);
    Map<Long, User> known =
        users.findAllById(
            rows.stream().map(it -> it.requester().userId()).filter(id -> id != 0).toList());
    return rows.stream().map(row -> new Line(known.get(row.requester().userId()), row)).toList();
  }

  @PostMapping(PATH)
  String change(LimitsForm typed, Model model, FormSubmission submission) {
    model.addAttribute("typed", typed);
    return submission.handle(
        () -> {
          limits.change(
              new RateLimits(
                  typed.isEnabled(),
                  new RateLimit(
                      number("capacity", typed.capacity()), number("fillRate", typed.fillRate()))));
          return submission.saved(
              PATH, typed.isEnabled() ? "Requests are limited." : "Nobody is limited.");
        },
        () -> show("", 0, Order.NEWEST, model));
  }

  @PostMapping(PATH + "/users")
  String except(Caller caller, ExceptionForm exception, Model model, FormSubmission submission) {
    model.addAttribute("exception", exception);
    return submission.handle(
        () -> {
          User user = find(exception.user() == null ? "" : exception.user().strip());
          ranks.requireOver(caller, user);
          limits.except(
              List.of(user),
              exception.isExempt()
                  ? null
                  : new RateLimit(
                      number("ownCapacity", exception.ownCapacity()),
                      number("ownFillRate", exception.ownFillRate())));
          return submission.saved(
              PATH,
              exception.isExempt()
                  ? "%s is not limited.".formatted(user.displayName())
                  : "%s has a limit of their own.".formatted(user.displayName()));
        },
        () -> show("", 0, Order.NEWEST, model));
  }

  @PostMapping(PATH + "/users/{slug}/remove")
  String remove(Caller caller, @PathVariable String slug, FormSubmission submission) {
    User user =
        users
            .findBySlug(slug.replace("\0", ""))
            .orElseThrow(() -> new NotFoundException("This user does not exist."));
    ranks.requireOver(caller, user);
    limits.remove(user);
    return submission.saved(PATH, "%s has the usual limit again.".formatted(user.displayName()));
  }

  private User find(String name) {
    return users
        .findByName(name.replace("\0", ""))
        .orElseThrow(() ->
            new InvalidFieldException(
                "user", "No user is called %s.".formatted(InvalidFieldException.quote(name))));
  }

  private static int number(String field, @Nullable String typed) {
    String text = typed == null ? "" : typed.strip();
    String error = "This must be a whole number from 1 to " + RateLimit.MAX + ", not %s.";
    int number = Forms.number(field, text, error);
    if (number < 1 || number > RateLimit.MAX) {
      throw new InvalidFieldException(field, error.formatted(InvalidFieldException.quote(text)));
    }
    return number;
  }
}
