package org.packhouse.app.identity.maintenance.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.packhouse.app.identity.maintenance.MaintenanceMode;
import org.packhouse.app.identity.maintenance.MaintenanceMode.Maintenance;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.packhouse.cluster.NodeState;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Refuses requests in maintenance, except of system administrators, Git clients and probes. */
@Component
@Order(MaintenanceGate.ORDER)
final class MaintenanceGate extends HttpFilter {

  /** The order of the filter: after authentication. */
  static final int ORDER = -50;

  private static final long serialVersionUID = 1L;

  private static final String RETRY_SECONDS = "60";
  private static final List<String> OPEN =
      List.of(
          "/status", "/scm/", "/login", "/logout", "/assets/", "/webjars/", "/icons/", "/favicon");

  private final transient NodeStatus node;
  private final transient MaintenanceMode mode;
  private final transient Permissions permissions;
  private final transient CurrentCaller caller;
  private final transient RestErrorWriter errors;

  MaintenanceGate(
      NodeStatus node,
      MaintenanceMode mode,
      Permissions permissions,
      CurrentCaller caller,
      RestErrorWriter errors) {
    this.node = node;
    this.mode = mode;
    this.permissions = permissions;
    this.caller = caller;
    this.errors = errors;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isOpen(request)
        || node.admission() != NodeState.MAINTENANCE
        || permissions.test(caller.get(), Permission.SYS_ADMIN)) {
      chain.doFilter(request, response);
      return;
    }
    String notice =
        mode.current().map(Maintenance::notice).orElse("The maintenance ends. Try again.");
    response.setHeader("Retry-After", RETRY_SECONDS);
    if (RestErrorWriter.isRest(request)) {
      errors.write(
          response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, ExceptionName.SERVER, notice);
    } else {
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, notice);
    }
  }

  private static boolean isOpen(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return OPEN.stream().anyMatch(path::startsWith);
  }
}
