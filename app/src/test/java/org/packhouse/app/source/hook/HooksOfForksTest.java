package org.packhouse.app.source.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

/** Hooks where commits come from another repository of the network: no push brings them. */
class HooksOfForksTest {

  private static final String OWN = "org.packhouse.hooks:";
  private static final String SIGNATURE =
      "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:verify-commit-signature-hook";

  @TempDir private Path temporary;
  private ForkKit kit;
  private TestingRest admin;
  private Repository fork;

  @BeforeEach
  void fork() throws IOException {
    kit = new ForkKit(temporary);
    admin = TestingRest.admin(kit.server);
    kit.push("main", "0");
    fork = kit.fork();
  }

  private static String api(Repository repository) {
    return "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
  }

  private void enable(Repository where, String key, String settings) {
    Response enabled = admin.put(api(where) + "/settings/hooks/" + key + "/enabled", settings);
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
  }

  private String value(String ref) {
    return kit.git(fork).run("rev-parse", "--verify", "--quiet", ref).output().strip();
  }

  @Test
  void aForkDoesNotFollowToWhatItsHooksRefuse() {
    String before = value("refs/heads/main");
    enable(fork, OWN + "max-file-size", "{'maxBytes':10}");
    // Signatures are the origin's affair.
    enable(fork, SIGNATURE, "{}");
    String sync = "/rest/sync/latest/" + api(fork);
    assertThat(admin.post(sync, "{'enabled':true}").status()).isEqualTo(200);
    kit.work.git("branch", "small");
    String large = kit.work.commit("large", "more than ten bytes");
    kit.work.git("push", "--quiet", "--atomic", "origin", "HEAD:main", "small:small");
    await().atMost(Duration.ofSeconds(30)).until(() -> value("refs/heads/small").equals(before));
    assertThat(value("refs/heads/main")).isEqualTo(before);
    String discard = "{'refId':'refs/heads/main','action':'DISCARD'}";
    Response refused = admin.post(sync + "/synchronize", discard);
    assertThat(refused.status()).as(refused.response().body()).isEqualTo(409);
    assertThat(refused.message()).contains("large in commit " + large.substring(0, 11));
    enable(fork, OWN + "max-file-size", "{'maxBytes':100}");
    Response followed = admin.post(sync + "/synchronize", discard);
    assertThat(followed.status()).as(followed.response().body()).isIn(200, 204);
    assertThat(value("refs/heads/main")).isEqualTo(large);
  }

  private String open(String branch) {
    Response opened =
        admin.post(
            api(kit.origin) + "/pull-requests",
            ("{'title':'t','fromRef':{'id':'%s','repository':{'slug':'%s','project':{'key':'%s'}}},"
                    + "'toRef':{'id':'main'}}")
                .formatted(branch, fork.slug(), fork.project().key()));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    return api(kit.origin) + "/pull-requests/" + opened.at("/id") + "/merge?version=0";
  }

  @Test
  void eachHookThatConcernsCommitsHoldsForMergesOutOfForks() {
    kit.work.commit("large", "more than ten bytes");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:topic");
    String merge = open("topic");
    assertRefused(merge, OWN + "max-file-size", "{'maxBytes':10}", "large in commit ");
    assertRefused(merge, OWN + "commit-message-pattern", "{'pattern':'^KEY'}", "The message of");
    assertRefused(merge, SIGNATURE, "{}", " is not signed.");
    Response merged = admin.post(merge, "{'message':'Merged'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
  }

  private void assertRefused(String merge, String hook, String settings, String words) {
    enable(kit.origin, hook, settings);
    Response refused = admin.post(merge, "{'message':'Merged'}");
    assertThat(refused.status()).as(hook + refused.response().body()).isEqualTo(409);
    assertThat(refused.response().body()).contains(words);
    assertThat(admin.delete(api(kit.origin) + "/settings/hooks/" + hook).status()).isEqualTo(204);
  }

  @Test
  void whatTheTargetHasOfItAlreadyIsNoNews() {
    kit.work.commit("large", "more than ten bytes");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:topic");
    kit.work.git("push", "--quiet", "origin", "HEAD:known");
    String merge = open("topic");
    enable(kit.origin, OWN + "max-file-size", "{'maxBytes':10}");
    Response merged = admin.post(merge, "{'message':'Merged'}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
  }
}
