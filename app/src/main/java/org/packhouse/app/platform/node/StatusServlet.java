package org.packhouse.app.platform.node;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.packhouse.cluster.NodeState;

/** {@code GET /status} for load balancers, without authentication. */
public final class StatusServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient NodeStatus status;

  public StatusServlet(NodeStatus status) {
    this.status = status;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    NodeState state = status.state();
    byte[] body = body(state).getBytes(StandardCharsets.UTF_8);
    response.setStatus(state.httpStatus());
    response.setContentType("application/json;charset=UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  public static String body(NodeState state) {
    return "{\"state\":\"" + state.wireName() + "\"}";
  }
}
