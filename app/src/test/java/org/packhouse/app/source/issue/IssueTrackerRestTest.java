package org.packhouse.app.source.issue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class IssueTrackerRestTest {

  private static final String SERVER = "/rest/packhouse/1.0/admin/issue-tracker";
  private static final String BODY =
      "{'url':'https://%s.example.com/{key}','prefixes':['Z9TRACKER']}";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String inProject =
      "/rest/packhouse/1.0/projects/%s/settings/issue-tracker"
          .formatted(repository.project().key());
  private final String inRepository =
      "/rest/packhouse/1.0/projects/%s/repos/%s/settings/issue-tracker"
          .formatted(repository.project().key(), repository.slug());

  private String inForce() {
    IssueTracker tracker =
        server
            .get(IssueTrackers.class)
            .inForce(repository, server.get(PermissionStamp.class).current());
    return tracker == null ? "none" : String.valueOf(tracker.urlOf("Z9TRACKER-1"));
  }

  private void put(String path, String body) {
    Response put = admin.put(path, body);
    assertThat(put.status()).as(put.response().body()).isEqualTo(200);
  }

  @Test
  void theNearestCountsAndAtOnce() {
    assertThat(inForce()).isEqualTo("none");
    put(SERVER, BODY.formatted("server"));
    assertThat(inForce()).isEqualTo("https://server.example.com/Z9TRACKER-1");
    put(inProject, BODY.formatted("project"));
    assertThat(inForce()).isEqualTo("https://project.example.com/Z9TRACKER-1");
    put(inRepository, BODY.formatted("repository"));
    assertThat(inForce()).isEqualTo("https://repository.example.com/Z9TRACKER-1");
    put(inRepository, "{'enabled':false}");
    assertThat(inForce()).isEqualTo("none");
    assertThat(admin.get(inRepository).at("/enabled")).isEqualTo("false");
    assertThat(admin.get(inRepository).at("/scope/type")).isEqualTo("REPOSITORY");
    assertThat(admin.delete(inRepository).status()).isEqualTo(204);
    assertThat(inForce()).isEqualTo("https://project.example.com/Z9TRACKER-1");
    assertThat(admin.get(inRepository).at("/scope/resourceId"))
        .isEqualTo(Long.toString(repository.project().id()));
    assertThat(admin.delete(inProject).status()).isEqualTo(204);
    assertThat(admin.get(inProject).at("/scope/type")).isEqualTo("GLOBAL");
    assertThat(admin.delete(SERVER).status()).isEqualTo(204);
    assertThat(inForce()).isEqualTo("none");
    assertThat(admin.get(inRepository).at("/prefixes/0")).isEmpty();
    assertThat(admin.delete(inRepository).status()).isEqualTo(204);
  }

  @Test
  void changesAtOnceFollowOneAnother() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> responses = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String body = BODY.formatted("t" + i);
        responses.add(threads.submit(() -> admin.put(inRepository, body).status()));
      }
      for (Future<Integer> response : responses) {
        assertThat(response.get()).isEqualTo(200);
      }
    }
    assertThat(admin.get(inRepository).at("/url"))
        .isEqualTo(inForce().replace("Z9TRACKER-1", "{key}"));
  }

  @Test
  void whatBreaksARuleIsRefusedByNameAndChangesNothing() {
    Response script = admin.put(inRepository, "{'url':'javascript:alert({key})'}");
    assertThat(script.status()).isEqualTo(400);
    assertThat(script.at("/errors/0/context")).isEqualTo("url");
    assertThat(script.message()).contains("\"javascript:alert({key})\"", "http:// or https://");
    Response prefix = admin.put(inProject, "{'url':'https://h/{key}','prefixes':['a.*']}");
    assertThat(prefix.status()).isEqualTo(400);
    assertThat(prefix.at("/errors/0/context")).isEqualTo("prefixes");
    assertThat(admin.put(inRepository, "{}").status()).isEqualTo(400);
    assertThat(admin.get(inRepository).at("/scope/type")).isEqualTo("GLOBAL");
  }
}
