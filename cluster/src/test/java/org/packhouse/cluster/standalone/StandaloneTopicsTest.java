package org.packhouse.cluster.standalone;

import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.TopicsContract;

class StandaloneTopicsTest extends TopicsContract {

  private final UUID self = UUID.randomUUID();
  private final StandaloneTopics topics = new StandaloneTopics(() -> self);

  @Override
  protected Topics topics() {
    return topics;
  }

  @Override
  protected UUID self() {
    return self;
  }

  @AfterEach
  void close() {
    topics.close();
  }
}
