package org.packhouse.app.platform.cluster;

import java.io.IOException;
import org.packhouse.app.testing.TestingServer;

class HazelcastServersTest extends ClusteredServersContract {

  private final HazelcastPlaces places = new HazelcastPlaces(2);

  HazelcastServersTest() throws IOException {}

  @Override
  protected TestingServer.Builder node(String name) {
    return places.at(name.endsWith("one") ? 0 : 1, TestingServer.builder());
  }
}
