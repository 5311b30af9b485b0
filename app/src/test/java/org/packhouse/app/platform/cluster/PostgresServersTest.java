package org.packhouse.app.platform.cluster;

import org.packhouse.app.testing.TestingServer;

class PostgresServersTest extends ClusteredServersContract {

  @Override
  protected TestingServer.Builder node(String name) {
    return TestingServer.builder();
  }
}
