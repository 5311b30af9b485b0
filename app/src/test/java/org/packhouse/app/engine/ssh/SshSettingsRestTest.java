package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.SshEndpoint;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class SshSettingsRestTest {

  private final TestingServer server = TestingServer.shared();

  @Test
  void clientsLearnWhereAndUnderWhichKeySshIsServed() {
    Response response = TestingRest.admin(server).get("/rest/ssh/latest/settings");
    int port = server.get(SshEndpoint.class).port().orElseThrow();
    assertThat(response.at("/port")).isEqualTo(Integer.toString(port));
    assertThat(response.at("/baseUrl")).isEqualTo("ssh://localhost:" + port);
    assertThat(response.at("/enabled")).isEqualTo("true");
    assertThat(response.at("/accessKeysEnabled")).isEqualTo("true");
    assertThat("SHA256:" + response.at("/fingerprint/value"))
        .isEqualTo(server.get(HostKeys.class).fingerprint());
  }
}
