package org.packhouse.app.identity.auth;

import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Records that a credential was used, with whom its row belongs to. */
@Component
record LastUse(AccessTokens tokens, KeyRows keys, LastSignIns signIns) {

  void ofAccount(User user) {
    signIns.note(user);
  }

  void ofToken(StoredToken token) {
    tokens.noteUse(token);
  }

  void ofKey(StoredKey key) {
    keys.noteUse(key);
  }
}
