package org.packhouse.app.platform.node;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(
    name = WaitingCheckpoint.DIRECTORY,
    havingValue = "none",
    matchIfMissing = true)
class NoCheckpoint implements Checkpoint {

  @Override
  public void reached(Step step) {}
}
