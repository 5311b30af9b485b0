package org.packhouse.app.notice.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** E-mail addresses on a server that can mail no link to confirm them. */
class AddressesWithoutMailTest {

  private static final String PASSWORD = "a-password-without-mail";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final UserLists lists = server.get(UserLists.class);

  @Test
  void areSetAndConfirmedByAnAdministratorAlone() {
    User user = people.createUser(TestingPeople.uniqueName("mailless"), PASSWORD);
    String former = String.valueOf(user.emailAddress());
    String address = user.name() + "@new.example";
    Response own =
        TestingRest.user(server, user.name(), PASSWORD)
            .put(
                "users",
                "{'displayName':'Own','email':'%s','password':'%s'}".formatted(address, PASSWORD));
    assertThat(own.status()).isEqualTo(400);
    assertThat(own.message()).contains("no mail server").contains("ask an administrator");
    assertThat(people.user(user.name()).emailAddress()).isEqualTo(former);
    assertThat(lists.ofEmailAddresses(List.of(address))).isEmpty();
    Response set =
        TestingRest.admin(server)
            .put("admin/users", "{'name':'%s','email':'%s'}".formatted(user.name(), address));
    assertThat(set.status()).isEqualTo(200);
    Map<String, User> found = lists.ofEmailAddresses(List.of(address));
    assertThat(found.values()).extracting(User::name).containsExactly(user.name());
  }
}
