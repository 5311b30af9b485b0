package org.packhouse.app.storage.pack;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.springframework.stereotype.Component;

/**
 * Closes unused packs in batches, because JGit searches its whole window cache each time. Files
 * stay open for half a second: unsuitable for files about to be deleted, which NFS would keep.
 */
@Component
public class PackCloser {

  private static final Duration WAIT = Duration.ofMillis(500);
  private static final int MAX_WAITING = 64;

  private final Set<Pack> waiting = new HashSet<>();

  public void closeSoon(Collection<Pack> packs) {
    boolean first;
    boolean many;
    synchronized (waiting) {
      first = waiting.isEmpty();
      waiting.addAll(packs);
      many = waiting.size() >= MAX_WAITING;
    }
    if (many) {
      close();
    } else if (first) {
      CompletableFuture.delayedExecutor(WAIT.toMillis(), TimeUnit.MILLISECONDS)
          .execute(this::close);
    }
  }

  private void close() {
    Set<Pack> due;
    synchronized (waiting) {
      due = Set.copyOf(waiting);
      waiting.clear();
    }
    if (!due.isEmpty()) {
      Pack.close(due);
    }
  }
}
