package org.packhouse.lab.git;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.KeyPair;
import java.time.Duration;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.target.Endpoint.SshEndpoint;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.Routes;

/** Conversations over SSH, each on a connection of its own. */
final class SshConnector implements Connector {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SshEndpoint endpoint;
  private final SshClient client;
  private final KeyPair key;
  private final Routes routes;

  SshConnector(SshEndpoint endpoint) {
    this.endpoint = endpoint;
    this.key = key(endpoint);
    this.routes = new Routes(endpoint.host(), endpoint.port());
    this.client = SshClient.setUpDefaultClient();
    client.setServerKeyVerifier((_, _, _) -> true);
    client.start();
  }

  private static KeyPair key(SshEndpoint endpoint) {
    try {
      return new FileKeyPairProvider(endpoint.key()).loadKeys(null).iterator().next();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "The key %s cannot be read: %s".formatted(endpoint.key(), e.getMessage()), e);
    }
  }

  @Override
  public GitConnection git(Service service, String repository, int protocol, Link link)
      throws IOException {
    InetSocketAddress server = routes.over(link);
    ClientSession session = client.connect(endpoint.user(), server).verify(PATIENCE).getSession();
    try {
      session.addPublicKeyIdentity(key);
      authenticate(session);
      String path = "/" + endpoint.prefix() + repository + ".git";
      ChannelExec channel = session.createExecChannel("%s '%s'".formatted(service.command(), path));
      if (protocol == 2 && service == Service.UPLOAD_PACK) {
        channel.setEnv("GIT_PROTOCOL", "version=2");
      }
      return SshGit.open(session, channel, PATIENCE);
    } catch (IOException | RuntimeException e) {
      session.close(true);
      throw e;
    }
  }

  private static void authenticate(ClientSession session) throws IOException {
    try {
      session.auth().verify(PATIENCE);
    } catch (SshException e) {
      throw new OperationFailedException(
          "authentication", "The server refuses the key: " + e.getMessage());
    }
  }

  @Override
  public String server() {
    return "ssh://%s@%s:%d".formatted(endpoint.user(), endpoint.host(), endpoint.port());
  }

  @Override
  public void close() {
    routes.close();
    client.stop();
  }
}
