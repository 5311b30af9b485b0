package org.packhouse.app.engine.ssh;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.SshEndpoint;
import org.springframework.stereotype.Component;

/**
 * The port of clone URLs while the server listens. Apart from {@link GitSshServer}, whose commands
 * need beans that write clone URLs.
 */
@Component
final class SshPort implements SshEndpoint {

  private volatile @Nullable Integer port;

  @Override
  public OptionalInt port() {
    Integer current = port;
    return current == null ? OptionalInt.empty() : OptionalInt.of(current);
  }

  void opened(int listening) {
    port = listening;
  }

  void closed() {
    port = null;
  }
}
