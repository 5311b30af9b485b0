package org.packhouse.app.upkeep.imports;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.Credentials;
import org.springframework.stereotype.Component;

/** Credentials of imports that are queued in this process; they are stored nowhere else. */
@Component
class CredentialMemory {

  private final Map<Long, Credentials> byImport = new ConcurrentHashMap<>();

  void keep(long importId, Credentials credentials) {
    byImport.put(importId, credentials);
  }

  /** Removes and returns the credentials. */
  @Nullable Credentials take(long importId) {
    return byImport.remove(importId);
  }
}
