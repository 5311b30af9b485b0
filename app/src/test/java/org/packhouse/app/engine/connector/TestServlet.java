package org.packhouse.app.engine.connector;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.apache.catalina.Host;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.packhouse.app.testing.TestingServer;

/** Puts a servlet of a test beside those of a running server. */
public final class TestServlet extends HttpServlet {

  @Serial private static final long serialVersionUID = 1L;

  /** A servlet's work. */
  public interface Work {
    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException;
  }

  private final transient Work work;

  private TestServlet(Work work) {
    this.work = work;
  }

  /** Serves {@code path} and all below it. */
  public static void add(TestingServer server, String path, Work work) {
    Connector connector = server.get(HttpDrain.class).connectors().getFirst();
    Host host = (Host) connector.getService().getContainer().findChildren()[0];
    StandardContext context = new StandardContext();
    context.setName(path);
    context.setPath(path);
    context.addLifecycleListener(new Tomcat.FixContextListener());
    Tomcat.addServlet(context, "test", new TestServlet(work));
    context.addServletMappingDecoded("/*", "test");
    host.addChild(context);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    work.serve(request, response);
  }
}
