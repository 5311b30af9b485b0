package org.packhouse.app.identity.setup;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sets up an empty server: its name, its group of users, its administrator. */
@Service
class FirstRunSetup {

  private final StoredSettings stored;
  private final SetupState state;
  private final SetupToken token;
  private final Accounts accounts;
  private final Groups groups;
  private final Passwords passwords;
  private final PermissionGrants grants;

  FirstRunSetup(
      StoredSettings stored,
      SetupState state,
      SetupToken token,
      Accounts accounts,
      Groups groups,
      Passwords passwords,
      PermissionGrants grants) {
    this.stored = stored;
    this.state = state;
    this.token = token;
    this.accounts = accounts;
    this.groups = groups;
    this.passwords = passwords;
    this.grants = grants;
  }

  /** The settings of a new server and its first administrator. */
  record FirstSettings(
      String displayName, @Nullable String baseUrl, NewUser administrator, String password) {

    @Override
    public String toString() {
      return "FirstSettings[" + displayName + ", " + administrator.name() + "]";
    }
  }

  /** Sets the server up in one transaction; empty if another call was first. */
  @Transactional
  Optional<User> setUp(FirstSettings settings) {
    stored.lock();
    if (stored.read(StoredSettings.DONE).isPresent()) {
      return Optional.empty();
    }
    stored.write(StoredSettings.DISPLAY_NAME, settings.displayName());
    if (settings.baseUrl() != null) {
      stored.write(StoredSettings.BASE_URL, checked(settings.baseUrl()));
    }
    Group everybody =
        groups.findByName(Groups.DEFAULT).orElseGet(() -> groups.create(Groups.DEFAULT));
    grants.grant(Grantee.of(everybody), Permission.LICENSED_USER);
    User administrator = accounts.create(settings.administrator());
    groups.add(everybody, administrator);
    passwords.set(administrator, settings.password());
    grants.grant(Grantee.of(administrator), Permission.SYS_ADMIN);
    stored.write(StoredSettings.DONE, "true");
    token.spend();
    state.forget();
    return Optional.of(administrator);
  }

  static String checked(String baseUrl) {
    try {
      URI uri = new URI(baseUrl.strip());
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
        String text = uri.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
      }
    } catch (URISyntaxException e) {
      throw (InvalidFieldException) notABaseUrl(baseUrl).initCause(e);
    }
    throw notABaseUrl(baseUrl);
  }

  private static InvalidFieldException notABaseUrl(String value) {
    return new InvalidFieldException(
        "baseUrl",
        "The base URL %s is not of the form http(s)://host[:port][/path]."
            .formatted(InvalidFieldException.quote(value)));
  }
}
