package org.packhouse.app.identity.ratelimit.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.ratelimit.RateLimit;
import org.packhouse.app.identity.ratelimit.RateLimitAdministration;
import org.packhouse.app.identity.ratelimit.RateLimitAdministration.OfUser;
import org.packhouse.app.identity.ratelimit.RateLimits;
import org.packhouse.app.identity.ratelimit.RefusedRequests;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Order;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Refused;
import org.packhouse.app.identity.ratelimit.UserRateLimit;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.UnknownUserException;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: rate limits, exceptions for users, and refused requesters. */
@ByToken
@RestController
@RequestMapping(RestPaths.API + "/admin/rate-limit")
class RateLimitController {

  private final RateLimitAdministration limits;
  private final RefusedRequests refused;
  private final Principals principals;
  private final UserViews views;
  private final PrivilegeGuard ranks;

  RateLimitController(
      RateLimitAdministration limits,
      RefusedRequests refused,
      Principals principals,
      UserViews views,
      PrivilegeGuard ranks) {
    this.limits = limits;
    this.refused = refused;
    this.principals = principals;
    this.views = views;
    this.ranks = ranks;
  }

  record Bucket(@Nullable Integer capacity, @Nullable Integer fillRate) {
    RateLimit toLimit() {
      return RateLimit.of(capacity, fillRate);
    }
  }

  record Body(@Nullable Boolean enabled, @Nullable Bucket defaultSettings) {}

  record View(boolean enabled, RateLimit defaultSettings) {
    static View of(RateLimits limits) {
      return new View(limits.enabled(), limits.usual());
    }
  }

  record UserBody(@Nullable Boolean whitelisted, @Nullable Bucket settings) {
    /** Returns the limit; null: exempt. */
    @Nullable RateLimit toLimit() {
      boolean exempt = Boolean.TRUE.equals(whitelisted);
      if (exempt == (settings != null)) {
        throw new InvalidFieldException(
            exempt ? "whitelisted" : "settings", "Say either whitelisted: true or settings.");
      }
      return settings == null ? null : settings.toLimit();
    }
  }

  record BulkBody(
      @Nullable List<String> usernames, @Nullable Boolean whitelisted, @Nullable Bucket settings) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record UserLimitView(UserView user, boolean whitelisted, @Nullable RateLimit settings) {}

  record RefusedView(UserView user, long rejectCount, Instant lastRejectTime) {}

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/settings")
  View get() {
    return View.of(limits.current());
  }

  @Requires(Permission.ADMIN)
  @PutMapping("/settings")
  View put(@RequestBody Body body) {
    if (body.enabled() == null && body.defaultSettings() == null) {
      throw new InvalidFieldException("enabled", "Say enabled, defaultSettings, or both.");
    }
    RateLimits before = limits.current();
    RateLimits after =
        new RateLimits(
            body.enabled() == null ? before.enabled() : body.enabled(),
            body.defaultSettings() == null ? before.usual() : body.defaultSettings().toLimit());
    limits.change(after);
    return View.of(after);
  }

  @Requires(Permission.ADMIN)
  @GetMapping("/settings/users")
  Page<UserLimitView> list(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page, limits.exceptions(RequestFields.filter(filter), page.start(), page.oneMore()))
        .map(this::view);
  }

  /** Answers with the list of all users: a single object holds one only. */
  @Requires(Permission.ADMIN)
  @PostMapping("/settings/users")
  List<UserLimitView> putAll(Caller caller, @RequestBody BulkBody body) {
    List<User> users = new ArrayList<>();
    for (String name : RequestFields.required("usernames", body.usernames())) {
      users.add(known(name));
    }
    RateLimit limit = new UserBody(body.whitelisted(), body.settings()).toLimit();
    users.forEach(user -> ranks.requireOver(caller, user));
    limits.except(users, limit);
    return users.stream().map(user -> view(user, limit)).toList();
  }

  private User known(String name) {
    try {
      return principals.user(name);
    } catch (UnknownUserException e) {
      InvalidFieldException invalid =
          new InvalidFieldException(
              "usernames", "No user is called %s.".formatted(InvalidFieldException.quote(name)));
      invalid.initCause(e);
      throw invalid;
    }
  }

  @Open("looks itself whether it is the user or an administrator who asks")
  @GetMapping("/settings/users/{userSlug}")
  UserLimitView get(Caller caller, @PathVariable String userSlug) {
    PrivilegeGuard.requireSomebody(caller);
    User self = caller.user();
    if (self == null || !self.slug().equals(userSlug)) {
      ranks.requireAdministrator(caller);
    }
    User user = principals.bySlug(userSlug);
    ranks.requireSelfOrOver(caller, user);
    UserRateLimit own = limits.exception(user).orElseThrow(() -> none(user));
    return view(user, own.limit());
  }

  @Requires(Permission.ADMIN)
  @PutMapping("/settings/users/{userSlug}")
  UserLimitView put(Caller caller, @PathVariable String userSlug, @RequestBody UserBody body) {
    User user = over(caller, userSlug);
    RateLimit limit = body.toLimit();
    limits.except(List.of(user), limit);
    return view(user, limit);
  }

  @Requires(Permission.ADMIN)
  @DeleteMapping("/settings/users/{userSlug}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(Caller caller, @PathVariable String userSlug) {
    User user = over(caller, userSlug);
    if (!limits.remove(user)) {
      throw none(user);
    }
  }

  @Requires(Permission.ADMIN)
  @GetMapping("/history")
  Page<RefusedView> history(
      @RequestParam(required = false) @Nullable String order, PageRequest page) {
    Page<Refused> rows =
        Page.ofOneMore(page, refused.list(order(order), true, page.start(), page.oneMore()));
    Map<Long, User> users =
        principals.byId(rows.values().stream().map(it -> it.requester().userId()).toList());
    return rows.with(
        rows.values().stream().map(row -> view(row, users)).filter(Objects::nonNull).toList());
  }

  private @Nullable RefusedView view(Refused row, Map<Long, User> users) {
    User user = users.get(row.requester().userId());
    return user == null ? null : new RefusedView(views.of(user), row.refusals(), row.last());
  }

  private static Order order(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Order.NEWEST;
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "NEWEST" -> Order.NEWEST;
      case "FREQUENCY" -> Order.FREQUENCY;
      default ->
          throw new InvalidFieldException(
              "order",
              "The order must be NEWEST or FREQUENCY, not %s."
                  .formatted(InvalidFieldException.quote(name)));
    };
  }

  private User over(Caller caller, String slug) {
    User user = principals.bySlug(slug);
    ranks.requireOver(caller, user);
    return user;
  }

  private UserLimitView view(OfUser it) {
    return view(it.user(), it.limit().limit());
  }

  private UserLimitView view(User user, @Nullable RateLimit limit) {
    return new UserLimitView(views.of(user), limit == null, limit);
  }

  private static RefusedException none(User user) {
    return new NoSuchException(
        Thing.ENTITY, "The user %s has no rate limit of their own.".formatted(user.name()));
  }
}
