package org.packhouse.cluster.standalone;

import org.junit.jupiter.api.AfterEach;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.TopicsContract;

class StandaloneTopicsTest extends TopicsContract {

  private final StandaloneTopics topics = new StandaloneTopics();

  @Override
  protected Topics topics() {
    return topics;
  }

  @AfterEach
  void close() {
    topics.close();
  }
}
