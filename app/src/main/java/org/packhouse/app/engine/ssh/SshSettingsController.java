package org.packhouse.app.engine.ssh;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.node.SshEndpoint;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: address and host key of Git over SSH. */
@RestController
class SshSettingsController {

  private static final String SHA_256 = "SHA256:";

  private final SshSettings settings;
  private final SshEndpoint endpoint;
  private final HostKeys hostKeys;
  private final ServerAddress address;

  SshSettingsController(
      SshSettings settings, SshEndpoint endpoint, HostKeys hostKeys, ServerAddress address) {
    this.settings = settings;
    this.endpoint = endpoint;
    this.hostKeys = hostKeys;
    this.address = address;
  }

  record Fingerprint(String algorithm, String value) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Shown(
      boolean enabled,
      boolean accessKeysEnabled,
      String baseUrl,
      int port,
      @Nullable Fingerprint fingerprint) {}

  @Requires(Permission.LICENSED_USER)
  @GetMapping(RestPaths.SSH + "/settings")
  Shown get() {
    int port = endpoint.port().orElse(settings.port());
    String host = URI.create(address.baseUrl()).getHost();
    String print = hostKeys.fingerprint();
    return new Shown(
        settings.enabled(),
        settings.enabled(),
        "ssh://%s:%d".formatted(host, port),
        port,
        print == null ? null : new Fingerprint("SHA-256", print.replaceFirst(SHA_256, "")));
  }
}
