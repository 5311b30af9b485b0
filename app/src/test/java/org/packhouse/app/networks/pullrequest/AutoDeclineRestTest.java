package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;

class AutoDeclineRestTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String ofRepository;
  private String ofProject;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
    ofRepository = kit.path + "/settings/auto-decline";
    ofProject = "projects/" + kit.repository.project().key() + "/settings/auto-decline";
  }

  @Test
  void theRepositorysSettingCountsThenTheProjects() {
    assertThat(kit.admin.get(ofRepository).at("/enabled")).isEqualTo("false");
    assertThat(kit.admin.get(ofRepository).at("/scope/type")).isEqualTo("GLOBAL");
    Response set = kit.admin.put(ofProject, "{'enabled':true,'inactivityWeeks':12}");
    assertThat(set.at("/scope/type")).as(set.response().body()).isEqualTo("PROJECT");
    assertThat(kit.admin.get(ofRepository).at("/inactivityWeeks")).isEqualTo("12");
    kit.admin.put(ofRepository, "{'enabled':true,'inactivityWeeks':2}");
    kit.admin.put(ofRepository, "{'enabled':false}");
    Response own = kit.admin.get(ofRepository);
    assertThat(own.at("/enabled")).isEqualTo("false");
    assertThat(own.at("/inactivityWeeks")).isEqualTo("2");
    assertThat(own.at("/scope/resourceId")).isEqualTo(Long.toString(kit.repository.id()));
    assertThat(kit.admin.delete(ofRepository).status()).isEqualTo(204);
    assertThat(kit.admin.get(ofRepository).at("/scope/type")).isEqualTo("PROJECT");
    assertThat(kit.admin.delete(ofProject).status()).isEqualTo(204);
    assertThat(kit.admin.get(ofProject).at("/scope/type")).isEqualTo("GLOBAL");
  }

  @Test
  void refusesOtherNumbersOfWeeksAndWhoMayNot() {
    for (String wrong :
        new String[] {
          "{}",
          "{'inactivityWeeks':4}",
          "{'enabled':true,'inactivityWeeks':0}",
          "{'enabled':true,'inactivityWeeks':3}",
          "{'enabled':true,'inactivityWeeks':-1}"
        }) {
      assertThat(kit.admin.put(ofRepository, wrong).status()).as(wrong).isEqualTo(400);
      assertThat(kit.admin.put(ofProject, wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(
            kit.as(kit.user("writer", Permission.REPO_WRITE))
                .put(ofRepository, "{'enabled':true}")
                .status())
        .isEqualTo(401);
  }

  @Test
  void declinesThoseToWhichNobodyHasDoneAnythingForThatLong() {
    for (String branch : new String[] {"idle", "busy", "said", "answered"}) {
      kit.branch(branch, branch, "1");
      kit.opened(branch);
    }
    long answered = say(4, "{'text':'Still wanted?'}");
    kit.server
        .get(JdbcClient.class)
        .sql(
            "update pull_request set updated_at = now() - interval '5 weeks' where to_repository_id = ?")
        .param(kit.repository.id())
        .update();
    kit.server
        .get(JdbcClient.class)
        .sql(
            """
            update pull_request_activity set created_at = now() - interval '5 weeks'
             where pull_request_id in (select id from pull_request where to_repository_id = ?)
            """)
        .param(kit.repository.id())
        .update();
    kit.as(kit.user("reviewer", Permission.REPO_READ)).post(kit.of(2) + "/approve", "{}");
    say(3, "{'text':'I am on it'}");
    say(4, "{'text':'Yes','parent':{'id':%d}}".formatted(answered));
    declineAll();
    assertThat(kit.get(1).at("/state")).as("nobody has said so").isEqualTo("OPEN");
    kit.admin.put(ofProject, "{'enabled':true,'inactivityWeeks':8}");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("not for that long").isEqualTo("OPEN");
    kit.admin.put(ofRepository, "{'enabled':false,'inactivityWeeks':4}");
    kit.admin.put(ofProject, "{'enabled':true,'inactivityWeeks':4}");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("the repository says no").isEqualTo("OPEN");
    kit.admin.delete(ofRepository);
    declineAll();
    assertThat(kit.get(1).at("/state")).isEqualTo("DECLINED");
    assertThat(kit.admin.get(kit.of(1) + "/activities").at("/values/0/action"))
        .isEqualTo("DECLINED");
    for (int busy = 2; busy <= 4; busy++) {
      assertThat(kit.get(busy).at("/state")).as("number " + busy).isEqualTo("OPEN");
    }
    assertThat(kit.admin.post(kit.of(1) + "/reopen?version=1", "{}").at("/state"))
        .isEqualTo("OPEN");
    declineAll();
    assertThat(kit.get(1).at("/state")).as("it was reopened now").isEqualTo("OPEN");
  }

  private void declineAll() {
    kit.server.get(AutoDeclines.class).declineAll();
  }

  private long say(long number, String body) {
    Response said = kit.admin.post(kit.of(number) + "/comments", body);
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    return said.json().at("/id").asLong();
  }
}
