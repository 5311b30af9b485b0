package org.packhouse.app.setup;

import java.net.URI;
import java.util.Locale;
import org.packhouse.app.node.ServerAddress;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** The address that set-up was told; without one, this machine's own ports. */
@Component
class StoredServerAddress implements ServerAddress {

  private static final String HTTP_PORT = "7990";
  private static final String SSH_PORT = "7999";

  private final SetupState state;
  private final Environment environment;

  StoredServerAddress(SetupState state, Environment environment) {
    this.state = state;
    this.environment = environment;
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
    return "ssh://git@%s:%s/%s/%s.git"
        .formatted(host, port("ssh", SSH_PORT), projectKey.toLowerCase(Locale.ROOT), slug);
  }

  private String ownUrl() {
    String scheme =
        environment.getProperty("server.ssl.bundle") != null
                || environment.getProperty("server.ssl.key-store") != null
                || environment.getProperty("server.ssl.certificate") != null
            ? "https"
            : "http";
    return scheme
        + "://localhost:"
        + port("server", HTTP_PORT)
        + environment.getProperty("server.servlet.context-path", "");
  }

  /** The port that is bound, or while none is, the one that is asked for. */
  private String port(String which, String byDefault) {
    String setting = which.equals("server") ? "server.port" : "server.ssh.port";
    return environment.getProperty(
        "local." + which + ".port", environment.getProperty(setting, byDefault));
  }
}
