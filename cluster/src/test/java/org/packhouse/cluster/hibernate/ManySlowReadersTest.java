package org.packhouse.cluster.hibernate;

import org.junit.jupiter.api.Tag;

@Tag("full")
@Tag("nodes")
class ManySlowReadersTest extends SlowReadersContract {

  @Override
  protected int runs() {
    return 1_000;
  }
}
