package org.packhouse.app.platform.queue;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs what has to wait for the commit of the current transaction. */
public final class AfterCommit {

  private AfterCommit() {}

  /** Runs a task after the commit, or at once without a transaction. */
  public static void run(Runnable task) {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      task.run();
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            task.run();
          }
        });
  }
}
