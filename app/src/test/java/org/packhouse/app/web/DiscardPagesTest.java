package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.web.layout.Links;

/** Commits of a fork are discarded by pages, and not by one click. */
class DiscardPagesTest {

  private static final String MAIN = "refs/heads/main";

  @TempDir private Path temporary;
  private ForkKit kit;
  private Repository fork;
  private String base;
  private String sync;
  private TestingBrowser browser;

  @BeforeEach
  void forkAndDiverge() throws Exception {
    kit = new ForkKit(temporary);
    base = kit.push("main", "0");
    fork = kit.fork();
    sync = Links.to(fork) + "/sync";
    browser = TestingBrowser.admin(kit.server);
  }

  @AfterEach
  void close() {
    browser.close();
  }

  private String pushToFork(String ref) {
    String commit = kit.work.commit("own", "own" + System.nanoTime());
    kit.work.git("push", "--quiet", "--force", kit.url(fork), "HEAD:" + ref);
    return commit;
  }

  private String value(String ref) throws Exception {
    return kit.server
        .get(Refs.class)
        .snapshot(fork.id())
        .find(ref)
        .map(RefSnapshot.Entry::id)
        .map(ObjectId::name)
        .orElse("");
  }

  private String discard(String ref, String own, String upstream) {
    return browser.save(sync, "/discard", "ref", ref, "own", own, "upstream", upstream);
  }

  @Test
  void showsWhatGoesBeforeItGoes() throws Exception {
    pushToFork(MAIN);
    String own = pushToFork(MAIN);
    assertThat(browser.get(sync).body()).contains(sync + "/discard?ref=" + MAIN);
    assertThat(browser.save(sync, "/ref", "ref", MAIN, "action", "DISCARD"))
        .as("asks first, however it is asked for")
        .contains(
            "Discard what the branch main has of its own?",
            "It has 2 commits that main of the origin does not have",
            "note where it points: <code>" + own + "</code>");
    assertThat(value(MAIN)).isEqualTo(own);

    assertThat(discard(MAIN, own, base))
        .contains(
            "The branch main is where the origin&#39;s is now, without 2 commits that main of the"
                + " origin does not have. It pointed to "
                + own);
    assertThat(value(MAIN)).isEqualTo(base);
    assertThat(browser.get(sync + "/discard?ref=" + MAIN).body()).contains("is in step");
  }

  @Test
  void leavesWhatWasPushedSinceItWasShown() throws Exception {
    String shown = pushToFork(MAIN);
    String later = pushToFork(MAIN);
    assertThat(discard(MAIN, shown, base))
        .contains("main has moved since you looked: it is at " + later, "Nothing is discarded");
    assertThat(value(MAIN)).isEqualTo(later);

    kit.work.git("reset", "--quiet", "--hard", base);
    String theirs = kit.push("main", "1");
    assertThat(discard(MAIN, later, base)).contains("main of the origin has moved");
    assertThat(discard(MAIN, later, "")).contains("main of the origin has moved");
    assertThat(discard(MAIN, "", theirs)).contains("main has moved since you looked");
    assertThat(value(MAIN)).isEqualTo(later);
    discard(MAIN, later, theirs);
    assertThat(value(MAIN)).isEqualTo(theirs);
  }

  @Test
  void deletesWhatTheOriginHasDeleted() throws Exception {
    String topic = "refs/heads/topic";
    String own = pushToFork(topic);
    kit.jdbc
        .sql("insert into fork_orphan (repository_id, ref_name) values (?, ?)")
        .params(fork.id(), topic)
        .update();
    assertThat(browser.get(sync + "/discard?ref=" + topic).body())
        .contains(
            "Delete the branch topic, as the origin has?",
            "It has 1 commit that main does not have",
            own);
    assertThat(discard(topic, own, base)).contains("topic of the origin has been deleted");
    assertThat(value(topic)).isEqualTo(own);
    assertThat(discard(topic, own, ""))
        .contains("The branch topic is deleted, without 1 commit", "It pointed to " + own);
    assertThat(value(topic)).isEmpty();
  }

  @Test
  void movesATagBack() throws Exception {
    String tag = "refs/tags/v1";
    kit.work.git("push", "--quiet", "origin", base + ":" + tag);
    String own = pushToFork(tag);
    assertThat(browser.get(sync + "/discard?ref=" + tag).body())
        .contains("Discard what the tag v1 has of its own?", "Whoever has fetched the tag", own);
    assertThat(discard(tag, own, base))
        .contains("The tag v1 is where the origin&#39;s is now. It pointed to " + own);
    assertThat(value(tag)).isEqualTo(base);
  }
}
