package org.packhouse.app.engine.git.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.advertise.WantCheck;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.storage.refs.RefSettings;
import org.packhouse.app.storage.refs.move.RefVersions;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.scmcache.ScmCache;

class CacheRetentionTest {

  @TempDir private Path directory;
  private final MovedClock clock = new MovedClock();
  private FetchKit kit;
  private CacheRetention retention;
  private String first;

  @BeforeEach
  void cloneOnce() {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    kit = new FetchKit();
    first = source.commit("a", "1");
    String tip = source.commit("a", "2");
    kit.fill(source);
    retention =
        new CacheRetention(
            kit.server.get(ScmCache.class),
            kit.server.get(RefViews.class),
            kit.server.get(WantCheck.class),
            kit.server.get(Repositories.class),
            kit.server.get(RefVersions.class),
            kit.server.get(RefSettings.class),
            clock);
    kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "want " + tip, "done"));
    retention.look();
  }

  @Test
  void givesUpWhatNoRefReachesOnceNobodyMayWantItAnyMore() throws IOException {
    kit.move("refs/heads/main", first);
    retention.look();
    clock.pass(Duration.ofMinutes(5));
    retention.look();
    assertThat(entries()).isEqualTo(1);
    kit.elevenMinutesPass();
    clock.pass(Duration.ofMinutes(7));
    retention.look();
    assertThat(entries()).isZero();
  }

  @Test
  void keepsWhatARefReaches() throws IOException {
    kit.move("refs/heads/other", first);
    retention.look();
    kit.elevenMinutesPass();
    clock.pass(Duration.ofMinutes(12));
    retention.look();
    assertThat(entries()).isEqualTo(1);
  }

  @Test
  void looksAgainAtARepositoryThatMovedMeanwhile() throws IOException {
    clock.pass(Duration.ofMinutes(12));
    kit.move("refs/heads/main", first);
    retention.look();
    assertThat(entries()).isEqualTo(1);
    kit.elevenMinutesPass();
    clock.pass(Duration.ofMinutes(12));
    retention.look();
    assertThat(entries()).isZero();
  }

  @Test
  void givesUpWhatIsOfADeletedRepository() {
    kit.server.get(RepositoryTrash.class).trash(kit.repository.id(), null);
    retention.look();
    assertThat(entries()).isZero();
  }

  private long entries() {
    return kit.server.get(ScmCache.class).entries().stream()
        .filter(entry -> entry.key().repositoryId() == kit.repository.id())
        .count();
  }

  private static final class MovedClock extends Clock {

    private Instant now = Instant.EPOCH;

    void pass(Duration time) {
      now = now.plus(time);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("Always UTC");
    }
  }
}
