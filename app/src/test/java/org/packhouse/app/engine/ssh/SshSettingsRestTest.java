package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.SshEndpoint;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Answer;
import org.packhouse.app.testing.TestingServer;

class SshSettingsRestTest {

  private final TestingServer server = TestingServer.shared();

  @Test
  void clientsLearnWhereAndUnderWhichKeySshIsServed() {
    Answer answer = TestingRest.admin(server).get("/rest/ssh/latest/settings");
    int port = server.get(SshEndpoint.class).port().orElseThrow();
    assertThat(answer.at("/port")).isEqualTo(Integer.toString(port));
    assertThat(answer.at("/baseUrl")).isEqualTo("ssh://localhost:" + port);
    assertThat(answer.at("/enabled")).isEqualTo("true");
    assertThat(answer.at("/accessKeysEnabled")).isEqualTo("true");
    assertThat("SHA256:" + answer.at("/fingerprint/value"))
        .isEqualTo(server.get(HostKeys.class).fingerprint());
  }
}
