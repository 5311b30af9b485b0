package org.packhouse.app.engine.http;

import org.apache.catalina.Context;
import org.apache.catalina.Host;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.loader.WebappLoader;
import org.apache.catalina.startup.Tomcat;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.node.StatusServlet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.TomcatEmbeddedWebappClassLoader;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Puts the Git servlet and {@code /status} into servlet contexts without the filters of pages. */
@Component
final class GitContext implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  static final String PATH = "/scm";

  private final ObjectProvider<GitHttpService> git;
  private final NodeStatus status;

  GitContext(ObjectProvider<GitHttpService> git, NodeStatus status) {
    this.git = git;
    this.status = status;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addContextCustomizers((TomcatContextCustomizer) this::addBeside);
  }

  private void addBeside(Context pages) {
    Host host = (Host) pages.getParent();
    StandardContext scm = context(pages, PATH);
    Tomcat.addServlet(scm, "git", new GitServlet(git::getObject));
    scm.addServletMappingDecoded("/*", "git");
    host.addChild(scm);
    StandardContext statusContext = context(pages, "/status");
    Tomcat.addServlet(statusContext, "status", new StatusServlet(status));
    statusContext.addServletMappingDecoded("/*", "status");
    host.addChild(statusContext);
  }

  private static StandardContext context(Context pages, String path) {
    StandardContext context = new StandardContext();
    context.setName(pages.getPath() + path);
    context.setPath(pages.getPath() + path);
    context.setMapperContextRootRedirectEnabled(false);
    context.addLifecycleListener(new Tomcat.FixContextListener());
    context.setParentClassLoader(pages.getParentClassLoader());
    WebappLoader loader = new WebappLoader();
    loader.setLoaderInstance(new TomcatEmbeddedWebappClassLoader(pages.getParentClassLoader()));
    loader.setDelegate(true);
    context.setLoader(loader);
    context.setClearReferencesStopThreads(false);
    context.setClearReferencesThreadLocals(false);
    context.setClearReferencesRmiTargets(false);
    return context;
  }
}
