package org.packhouse.app.identity.administration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cluster.ServerBuild;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.Membership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class AdministrationRestTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);

  @Test
  void theClusterIsThisNode() throws IOException {
    Response response = admin.get("admin/cluster");
    assertThat(response.at("/running")).isEqualTo("true");
    assertThat(response.json().at("/nodes")).hasSize(1);
    assertThat(response.json().at("/nodes/0")).isEqualTo(response.json().at("/localNode"));
    assertThat(response.at("/localNode/id"))
        .isEqualTo(server.get(NodeSessions.class).current().toString())
        .isEqualTo(server.get(Membership.class).self().id().toString());
    assertThat(response.at("/localNode/local")).isEqualTo("true");
    assertThat(response.at("/localNode/address/hostName")).isNotBlank();
    assertThat(InetAddress.getByName(response.at("/localNode/address/address")).isLoopbackAddress())
        .isEqualTo(hasOnlyLoopbackAddresses());
    assertThat(response.at("/localNode/build")).isEqualTo(ServerBuild.id());
    assertThat(response.at("/localNode/mayBeStopped")).isEqualTo("false");
    assertThat(response.json().at("/localNode/lastHeardDate").asLong())
        .isGreaterThanOrEqualTo(response.json().at("/localNode/startedDate").asLong());
    assertThat(server.httpUrl().toString()).endsWith(":" + response.at("/localNode/address/port"));
  }

  /** Every machine has a loopback address: it tells nobody where this one is. */
  private static boolean hasOnlyLoopbackAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .allMatch(address -> address.isLoopbackAddress() || address.isLinkLocalAddress());
  }

  @Test
  void theLicenseIsForEverybodyAndKeepsWhatAClientSent() {
    Response before = admin.get("admin/license");
    assertThat(before.at("/unlimitedNumberOfUsers")).isEqualTo("true");
    assertThat(before.at("/serverId")).isNotBlank();
    assertThat(before.json().at("/status/currentNumberOfUsers").asInt()).isPositive();
    assertThat(admin.post("admin/license", "{'license':'AAAB...'}").at("/license"))
        .isEqualTo("AAAB...");
    Response after = admin.get("admin/license");
    assertThat(after.at("/license")).isEqualTo("AAAB...");
    assertThat(after.at("/serverId")).isEqualTo(before.at("/serverId"));
    assertThat(admin.post("admin/license", "{}").at("/errors/0/context")).isEqualTo("license");
    assertThat(
            admin.post("admin/license", "{'license':'%s'}".formatted("x".repeat(20_000))).status())
        .isEqualTo(400);
  }

  @Test
  void aLoggerGetsALevelAndTellsIt() {
    Logger logger = LoggerFactory.getLogger("org.packhouse.test.levels");
    String path = "logs/logger/org.packhouse.test.levels";
    assertThat(logger.isDebugEnabled()).isFalse();
    assertThat(admin.get(path).at("/logLevel")).isEqualTo("INFO");
    assertThat(admin.send("PUT", path + "/debug", null).status()).isEqualTo(204);
    assertThat(logger.isDebugEnabled()).isTrue();
    assertThat(admin.get(path).at("/logLevel")).isEqualTo("DEBUG");
    assertThat(admin.get(path + ".below").at("/logLevel")).isEqualTo("DEBUG");
    assertThat(admin.send("PUT", path + "/info", null).status()).isEqualTo(204);
    assertThat(logger.isDebugEnabled()).isFalse();
  }

  @Test
  void theRootLoggerTellsItsLevelAndTakesOne() {
    String level = admin.get("logs/rootLogger").at("/logLevel");
    assertThat(level).isEqualTo("WARN");
    assertThat(admin.send("PUT", "logs/rootLogger/ERROR", null).status()).isEqualTo(204);
    assertThat(admin.get("logs/rootLogger").at("/logLevel")).isEqualTo("ERROR");
    assertThat(admin.send("PUT", "logs/rootLogger/" + level, null).status()).isEqualTo(204);
  }

  @Test
  void refusesLevelsAndLoggersThatCannotBe() {
    Response level = admin.send("PUT", "logs/rootLogger/LOUD", null);
    assertThat(level.status()).isEqualTo(400);
    assertThat(level.message()).contains("\"LOUD\"").contains("TRACE, DEBUG, INFO");
    for (String name : new String[] {"a..b", ".a", "a%20b", "%00", "x".repeat(256), "a%2Fb"}) {
      assertThat(admin.get("logs/logger/" + name).status()).describedAs(name).isEqualTo(400);
      assertThat(admin.send("PUT", "logs/logger/" + name + "/INFO", null).status())
          .describedAs(name)
          .isEqualTo(400);
    }
  }

  @Test
  void anAdministratorWhoIsNoneOfTheSystemSeesAndDoesNotSet() {
    TestingPeople people = TestingPeople.of(server);
    User mere = people.createUser(TestingPeople.uniqueName("mere"), PASSWORD);
    people.grant(mere, Permission.ADMIN);
    TestingRest rest = TestingRest.user(server, mere.name(), PASSWORD);
    assertThat(rest.get("logs/rootLogger").status()).isEqualTo(200);
    assertThat(rest.send("PUT", "logs/rootLogger/DEBUG", null).status()).isEqualTo(401);
    assertThat(rest.get("admin/license").status()).isEqualTo(200);
    assertThat(rest.post("admin/license", "{'license':'x'}").status()).isEqualTo(401);
    assertThat(rest.get("admin/mail-server").status()).isEqualTo(401);
    assertThat(rest.get("admin/cluster").status()).isEqualTo(401);
  }

  @Test
  void thereIsOneUserDirectory() {
    Response response = admin.get("admin/user-directories");
    assertThat(response.at("/0/name")).isEqualTo("Packhouse");
    assertThat(response.at("/0/active")).isEqualTo("true");
    assertThat(admin.get("admin/user-directories?includeInactive=perhaps").status()).isEqualTo(400);
  }
}
