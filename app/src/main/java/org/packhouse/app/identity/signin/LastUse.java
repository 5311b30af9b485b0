package org.packhouse.app.identity.signin;

import org.packhouse.app.identity.key.KeyRows;
import org.packhouse.app.identity.key.StoredKey;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.StoredToken;
import org.packhouse.app.identity.user.User;
import org.springframework.stereotype.Component;

/** Records that a credential was used, with whom its row belongs to. */
@Component
public record LastUse(AccessTokens tokens, KeyRows keys, LastSignIns signIns) {

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
