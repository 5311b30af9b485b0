package org.packhouse.app.auth;

import org.packhouse.app.permission.Caller;

/** Who makes the HTTP request that this thread serves (REST and pages). */
public interface CurrentCaller {

  /** The caller; anonymous if nobody signed in. */
  Caller get();
}
