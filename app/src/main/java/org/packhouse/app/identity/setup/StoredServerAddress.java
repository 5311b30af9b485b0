package org.packhouse.app.identity.setup;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.node.SshEndpoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** The address configured at set-up, or this machine's ports. */
@Component
class StoredServerAddress implements ServerAddress {

  private static final String HTTP_PORT = "7990";
  private static final int SSH_PORT = 7999;

  /** The port that the server listens on, set once it does. */
  private static final String LISTENING_PORT = "local.server.port";

  private final SetupState state;
  private final Environment environment;
  private final ObjectProvider<SshEndpoint> ssh;

  /** Remembered once the server listens, as each lookup of a property is a search. */
  private volatile @Nullable String own;

  /** Takes a provider of SSH, which depends on users of this class. */
  StoredServerAddress(SetupState state, Environment environment, ObjectProvider<SshEndpoint> ssh) {
    this.state = state;
    this.environment = environment;
    this.ssh = ssh;
  }

  @Override
  public String baseUrl() {
    return state.baseUrl().orElseGet(this::ownUrl);
  }

  @Override
  public String httpCloneUrl(String projectKey, String slug) {
    return baseUrl() + "/scm/" + projectKey.toLowerCase(Locale.ROOT) + "/" + slug + ".git";
  }

  @Override
  public String sshCloneUrl(String projectKey, String slug) {
    String host = URI.create(baseUrl()).getHost();
    return "ssh://git@%s:%d/%s/%s.git"
        .formatted(host, sshPort(), projectKey.toLowerCase(Locale.ROOT), slug);
  }

  private int sshPort() {
    SshEndpoint endpoint = ssh.getIfAvailable();
    return endpoint == null ? SSH_PORT : endpoint.port().orElse(SSH_PORT);
  }

  private String ownUrl() {
    String known = own;
    if (known == null) {
      known = readOwnUrl();
      if (environment.getProperty(LISTENING_PORT) != null) {
        own = known;
      }
    }
    return known;
  }

  /** Returns the URL by the settings for set-up or a proxy, else that of this machine. */
  private String readOwnUrl() {
    String given = environment.getProperty("setup.base-url");
    if (given != null) {
      return given.strip().replaceFirst("/$", "");
    }
    boolean tls =
        environment.getProperty("server.ssl.bundle") != null
            || environment.getProperty("server.ssl.key-store") != null
            || environment.getProperty("server.ssl.certificate") != null;
    String scheme = environment.getProperty("server.scheme", tls ? "https" : "http");
    String host = environment.getProperty("server.proxy-name");
    String port =
        host == null
            ? environment.getProperty(
                LISTENING_PORT, environment.getProperty("server.port", HTTP_PORT))
            : environment.getProperty("server.proxy-port", "");
    boolean usual = port.isEmpty() || port.equals(scheme.equals("https") ? "443" : "80");
    return scheme
        + "://"
        + (host == null ? "localhost" : host)
        + (usual ? "" : ":" + port)
        + environment.getProperty("server.context-path", "").replaceFirst("/$", "");
  }
}
