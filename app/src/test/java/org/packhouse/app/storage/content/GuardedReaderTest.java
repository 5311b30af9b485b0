package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.TestingServer;

/** Listing packs costs as much as there are packs, of which a busy repository has thousands. */
class GuardedReaderTest {

  private final TestingServer server = TestingServer.shared();
  private final AtomicInteger listings = new AtomicInteger();
  private RefsKit kit;

  @BeforeEach
  void makeRepository() throws IOException {
    kit = new RefsKit(server);
  }

  @Test
  void listsNoPacksForWhatIsKnownToBeACommit() throws IOException {
    ObjectId tip = kit.commit("tip");
    try (Repository git = open();
        RevWalk walk = new RevWalk(reader(git))) {
      RevCommit commit = OpenRepository.parseKnown(walk, tip);

      assertThat(commit.getFullMessage()).isEqualTo("tip");
      assertThat(listings).hasValue(0);
      assertThat(new RevWalk(reader(git)).parseCommit(tip)).isEqualTo(tip);
      assertThat(listings).hasPositiveValue();
    }
  }

  @Test
  void refusesWhatIsTakenForACommitAndIsNone() throws IOException {
    ObjectId tree;
    try (Repository git = open();
        RevWalk walk = new RevWalk(git)) {
      tree = walk.parseCommit(kit.commit("with a tree")).getTree().copy();
      RevWalk guarded = new RevWalk(reader(git));
      assertThatThrownBy(() -> OpenRepository.parseKnown(guarded, tree))
          .isInstanceOf(IncorrectObjectTypeException.class);
    }
  }

  private Repository open() throws IOException {
    return server.get(RepositoryDirectories.class).open(kit.repositoryId);
  }

  private ObjectReader reader(Repository git) {
    Supplier<Collection<Pack>> packs =
        () -> {
          listings.incrementAndGet();
          return ((ObjectDirectory) git.getObjectDatabase()).getPacks();
        };
    return new GuardedReader(
        git.newObjectReader(),
        packs,
        (blob, size) -> {
          throw new AssertionError(blob + " is not large");
        },
        _ -> false);
  }
}
