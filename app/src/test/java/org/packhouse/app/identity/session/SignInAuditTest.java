package org.packhouse.app.identity.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.signin.AuthenticationFailedException;
import org.packhouse.app.identity.signin.Authenticator;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of the audit trail on who came in, and who did not. */
class SignInAuditTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Authenticator authenticator = server.get(Authenticator.class);
  private final User user = people.createUser(TestingPeople.uniqueName("trail"), PASSWORD);

  @Test
  void hasEachAddressThatAPasswordCameFromOnce() throws AuthenticationFailedException {
    for (String address : List.of("198.51.100.1", "198.51.100.2", "198.51.100.1")) {
      authenticator.authenticate(new Credential.Basic(user.name(), PASSWORD, address), null);
    }
    assertThat(rows(user.name()))
        .containsExactly(
            "sign-in.new-address " + user.name() + " 198.51.100.1",
            "sign-in.new-address " + user.name() + " 198.51.100.2");
  }

  @Test
  void hasEachAddressThatATokenCameFromOnce() throws AuthenticationFailedException {
    NewToken token = people.token(new TokenOwner.OfUser(user.id()), null, Permission.REPO_READ);
    for (String address : List.of("198.51.100.1", "2001:db8::1", "2001:db8::2", "198.51.100.1")) {
      authenticator.authenticate(new Credential.Bearer(token.secret(), address), null);
    }
    assertThat(rows("access token " + token.token().id()))
        .filteredOn(row -> row.startsWith("token.new-address"))
        .containsExactly(
            "token.new-address " + user.name() + " 198.51.100.1",
            "token.new-address " + user.name() + " 20010db800000000/64");
  }

  @Test
  void hasWhoWasRefusedAndNoNameThatNobodyHas() {
    String typed = "my-secret-in-the-wrong-field-" + user.id();
    refuse(user.name());
    refuse(typed);
    assertThat(rows(user.name())).containsExactly("sign-in.refused null 198.51.100.3");
    assertThat(rows("a name that nobody has")).contains("sign-in.refused null 198.51.100.3");
    assertThat(
            server
                .get(JdbcClient.class)
                .sql("select count(*) from audit_event e where position(:typed in e::text) > 0")
                .param("typed", typed)
                .query(Long.class)
                .single())
        .isZero();
  }

  private void refuse(String name) {
    assertThatThrownBy(() ->
            authenticator.authenticate(
                new Credential.Basic(name, "wrong password", "198.51.100.3"), null))
        .isInstanceOf(AuthenticationFailedException.class);
  }

  /** Action, actor and address. */
  private List<String> rows(String subject) {
    return server
        .get(JdbcClient.class)
        .sql(
            """
            select concat_ws(' ', action, coalesce(actor_name, 'null'), remote_address)
              from audit_event
             where subject = ? and (action like 'sign-in.%' or action like 'token.new%') order by id
            """)
        .param(subject)
        .query((row, _) -> String.valueOf(row.getString(1)))
        .list();
  }
}
