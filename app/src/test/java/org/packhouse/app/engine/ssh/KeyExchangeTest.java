package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSession.ClientSessionEvent;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.kex.KexProposalOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.testing.TestingServer;

class KeyExchangeTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The first is what OpenSSH asks for since 10.0, which not every machine has. */
  @ParameterizedTest
  @EnumSource(names = {"mlkem768x25519", "curve25519", "ecdhp256"})
  void eachThatIsOfferedByDefaultLeadsToASession(BuiltinDHFactories exchange) throws Exception {
    try (SshClient client = SshClient.setUpDefaultClient()) {
      client.setKeyExchangeFactories(List.of(ClientBuilder.DH2KEX.apply(exchange)));
      client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
      client.start();
      int port = TestingServer.shared().get(SshPort.class).port().orElseThrow();
      try (ClientSession session =
          client.connect("git", "localhost", port).verify(PATIENCE).getSession()) {
        assertThat(session.waitFor(List.of(ClientSessionEvent.WAIT_AUTH), PATIENCE))
            .contains(ClientSessionEvent.WAIT_AUTH);
        assertThat(session.getNegotiatedKexParameter(KexProposalOption.ALGORITHMS))
            .isEqualTo(exchange.getName());
      }
    }
  }
}
