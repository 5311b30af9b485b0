package org.packhouse.app.upkeep.imports;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.transfer.Credentials;
import org.springframework.stereotype.Component;

/** Credentials of imports that wait for their turn in this process: the only place they are in. */
@Component
class CredentialMemory {

  private final Map<Long, Credentials> byImport = new ConcurrentHashMap<>();

  void keep(long importId, Credentials credentials) {
    byImport.put(importId, credentials);
  }

  /** Hands them out, once. */
  @Nullable Credentials take(long importId) {
    return byImport.remove(importId);
  }
}
