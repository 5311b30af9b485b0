package org.packhouse.app.identity.auth;

import org.packhouse.app.identity.permission.Caller;

/** Who makes the HTTP request that this thread serves (REST and pages). */
public interface CurrentCaller {

  /** The caller; anonymous if nobody signed in. */
  Caller get();
}
