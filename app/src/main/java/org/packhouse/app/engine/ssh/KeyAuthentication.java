package org.packhouse.app.engine.ssh;

import java.io.IOException;
import java.security.PublicKey;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.auth.pubkey.PublickeyAuthenticator;
import org.apache.sshd.server.session.ServerSession;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.Authenticator;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Signs in by public key, the only way there is. The library asks this class whether a key would
 * do, and then checks the signature. Runs on the connection's virtual thread.
 */
@Component
final class KeyAuthentication implements PublickeyAuthenticator {

  private static final Logger LOG = LoggerFactory.getLogger(KeyAuthentication.class);

  private static final String USER = "git";

  private final Authenticator authenticator;

  KeyAuthentication(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  public boolean authenticate(String user, @Nullable PublicKey key, ServerSession session) {
    if (!USER.equals(user)) {
      tell(
          session,
          "Sign in as \"git\", as in ssh://git@host/key/slug.git: your key says who you are.");
      return false;
    }
    String fingerprint = KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
    SshIdentity offered = session.getAttribute(SshIdentity.KEY);
    if (offered != null && offered.credential().fingerprint().equals(fingerprint)) {
      return true;
    }
    Credential.PublicKey credential = new Credential.PublicKey(fingerprint);
    try {
      var caller = authenticator.authenticate(credential, null).caller();
      session.setAttribute(SshIdentity.KEY, new SshIdentity(credential, caller));
      return true;
    } catch (AuthenticationFailedException e) {
      LOG.debug("Key {} from {} opens nothing", fingerprint, session.getClientAddress());
    } catch (RuntimeException e) {
      DatabaseTrouble trouble = DatabaseTrouble.of(e);
      if (trouble == null) {
        LOG.error(
            "Key {} from {} could not be checked", fingerprint, session.getClientAddress(), e);
      } else {
        LOG.warn(
            "Key {} from {} could not be checked: {}",
            fingerprint,
            session.getClientAddress(),
            DatabaseTrouble.causeOf(e));
      }
      disconnect(session, trouble);
    }
    session.removeAttribute(SshIdentity.KEY);
    return false;
  }

  /** The client prints this message instead of saying that the key is refused. */
  private static void disconnect(ServerSession session, @Nullable DatabaseTrouble trouble) {
    String sentence =
        trouble == null
            ? "The server cannot check keys at the moment. Try again in a moment."
            : trouble.sentence();
    try {
      session.disconnect(SshConstants.SSH2_DISCONNECT_SERVICE_NOT_AVAILABLE, sentence);
    } catch (IOException e) {
      LOG.debug("{} did not hear: {}", session.getClientAddress(), sentence, e);
      session.close(true);
    }
  }

  private static void tell(ServerSession session, String sentence) {
    try {
      Buffer banner = session.createBuffer(SshConstants.SSH_MSG_USERAUTH_BANNER);
      banner.putString(sentence + "\r\n");
      banner.putString("en");
      session.writePacket(banner);
    } catch (IOException e) {
      LOG.debug("{} did not hear: {}", session.getClientAddress(), sentence, e);
    }
  }
}
