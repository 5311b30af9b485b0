package org.packhouse.cluster.hibernate;

class SlowReadersTest extends SlowReadersContract {

  @Override
  protected int runs() {
    return 50;
  }
}
