package org.packhouse.app.identity.setup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.testing.TestingServer;

class ServerAddressTest {

  @Test
  void namesThisMachineUntilToldOtherwise() {
    TestingServer server = TestingServer.shared();
    ServerAddress address = server.get(ServerAddress.class);
    assertThat(address.baseUrl()).isEqualTo(server.httpUrl().toString());
    assertThat(address.httpCloneUrl("KEY", "Slug"))
        .isEqualTo(server.httpUrl() + "/scm/key/Slug.git");
    assertThat(address.sshCloneUrl("~ANNA", "slug"))
        .isEqualTo("ssh://git@localhost:" + server.sshPort() + "/~anna/slug.git");
  }
}
