package org.packhouse.app.engine.ssh;

import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.session.Credential;

/**
 * The key that a connection signed in with, and whose it was then. Commands are not served on its
 * word: each has the credential checked again.
 */
record SshIdentity(Credential.PublicKey credential, Caller caller) {

  /** Where a session keeps it. */
  static final AttributeKey<SshIdentity> KEY = new AttributeKey<>();
}
