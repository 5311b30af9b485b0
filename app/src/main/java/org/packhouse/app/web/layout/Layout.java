package org.packhouse.app.web.layout;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.setup.SetupState;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.web.layout.Chrome.Look;
import org.packhouse.app.web.layout.Chrome.Notices;
import org.packhouse.app.web.layout.Chrome.Rights;
import org.packhouse.cluster.NodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

/** Adds to the model of every page what the layout needs: {@code chrome} and {@code ui}. */
@Component
public class Layout implements HandlerInterceptor {

  static final String THEME_COOKIE = "packhouse_theme";
  static final String DIFF_COOKIE = "packhouse_diff";
  static final String SHORTCUTS_COOKIE = "packhouse_shortcuts";

  private static final Chrome WITHOUT_DATABASE =
      new Chrome(
          "Packhouse",
          null,
          new Rights(false, false, false),
          new Look(null, null, false),
          new Notices(null, false, null),
          "/");

  private static final Logger LOG = LoggerFactory.getLogger(Layout.class);

  private final CurrentCaller callers;
  private final Permissions permissions;
  private final SetupState setup;
  private final Announcement announcement;
  private final BusyNotice busy;
  private final NodeStatus node;
  private final Ui ui;

  Layout(
      CurrentCaller callers,
      Permissions permissions,
      SetupState setup,
      Announcement announcement,
      BusyNotice busy,
      NodeStatus node,
      Ui ui) {
    this.callers = callers;
    this.permissions = permissions;
    this.setup = setup;
    this.announcement = announcement;
    this.busy = busy;
    this.node = node;
    this.ui = ui;
  }

  @Override
  public void postHandle(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable ModelAndView page) {
    if (page != null && page.getViewName() != null && !page.getViewName().startsWith("redirect:")) {
      addTo(request, page);
    }
  }

  public void addTo(HttpServletRequest request, ModelAndView page) {
    page.addObject("ui", ui);
    page.addObject("chrome", chrome(request));
  }

  /** Adds the layout without asking the database, for the page about its failure. */
  public void addWithoutDatabase(ModelAndView page) {
    page.addObject("ui", ui);
    page.addObject("chrome", WITHOUT_DATABASE);
  }

  private Chrome chrome(HttpServletRequest request) {
    try {
      Caller caller = callers.get();
      return new Chrome(
          setup.displayName(),
          caller.user(),
          new Rights(
              permissions.test(caller, Permission.PROJECT_CREATE),
              permissions.test(caller, Permission.ADMIN),
              permissions.test(caller, Permission.SYS_ADMIN)),
          new Look(
              cookie(request, THEME_COOKIE, Set.of("light", "dark")),
              cookie(request, DIFF_COOKIE, Set.of("blue-orange")),
              cookie(request, SHORTCUTS_COOKIE, Set.of("off")) == null),
          new Notices(
              announcement.html(caller.user() != null),
              node.state() == NodeState.MAINTENANCE,
              busy.kind()),
          path(request));
    } catch (RuntimeException e) {
      // The error page must appear even if the database has failed.
      if (request.getDispatcherType() != DispatcherType.ERROR) {
        throw e;
      }
      LOG.debug("An error page is shown without the layout's data", e);
      return WITHOUT_DATABASE;
    }
  }

  private static String path(HttpServletRequest request) {
    Object failed = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    String uri = failed instanceof String text ? text : request.getRequestURI();
    String path = uri.substring(request.getContextPath().length());
    return request.getQueryString() == null ? path : path + "?" + request.getQueryString();
  }

  private static @Nullable String cookie(
      HttpServletRequest request, String name, Set<String> allowed) {
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? null
        : Arrays.stream(cookies)
            .filter(cookie -> cookie.getName().equals(name) && allowed.contains(cookie.getValue()))
            .map(Cookie::getValue)
            .findFirst()
            .orElse(null);
  }
}
