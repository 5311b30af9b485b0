package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** A client library that many scripts use works unchanged; python_client.py says what it does. */
class PythonClientTest {

  @Test
  void atlassianPythonApiWorks(@TempDir Path directory) {
    try (TestingServer server = TestingServer.builder().start()) {
      TestingPeople people = TestingPeople.of(server);
      User other = people.createUser(TestingPeople.uniqueName("other"), "a-password-1");
      String group = TestingPeople.uniqueName("group");
      people.createGroup(group, other);
      TestingSsh.Result result =
          Python.with("python-client.txt")
              .run(
                  directory,
                  "python_client.py",
                  List.of(
                      server.httpUrl().toString(),
                      TestingServer.ADMIN,
                      TestingServer.ADMIN_PASSWORD,
                      other.name(),
                      group));
      assertThat(result.status()).as(result.out() + result.err()).isZero();
      assertThat(result.out()).contains(" 0 failures");
    }
  }
}
