package org.packhouse.lab.operation;

import java.util.ArrayList;
import java.util.List;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.FetchRequest;
import org.packhouse.lab.git.Refs;
import org.packhouse.lab.wire.OperationFailedException;

/** The goals of clones. */
final class Goals {

  static final List<String> CLONE = List.of("HEAD", "refs/heads/", "refs/tags/");

  private Goals() {}

  /** All branches and tags; {@code HEAD} once more, as git wants it. */
  static FetchOperation.Goal everything(int protocol) {
    return new FetchOperation.Goal() {
      @Override
      public List<String> prefixes(TestRepository repository) {
        return CLONE;
      }

      @Override
      public FetchRequest request(Refs refs, TestRepository repository, Turn turn)
          throws OperationFailedException {
        List<String> wants = new ArrayList<>();
        if (protocol == 2) {
          refs.tip().ifPresent(wants::add);
        }
        wants.addAll(refs.wantsOfClone());
        if (wants.isEmpty()) {
          throw empty(repository);
        }
        return new FetchRequest(wants, List.of(), 0, false);
      }
    };
  }

  /**
   * The branch that {@code HEAD} points at.
   *
   * @param depth how many commits deep; 0 for all
   */
  static FetchOperation.Goal head(int depth) {
    return new FetchOperation.Goal() {
      @Override
      public List<String> prefixes(TestRepository repository) {
        return CLONE;
      }

      @Override
      public FetchRequest request(Refs refs, TestRepository repository, Turn turn)
          throws OperationFailedException {
        String tip = refs.tip().orElseThrow(() -> empty(repository));
        return new FetchRequest(List.of(tip), List.of(), depth, true);
      }
    };
  }

  static OperationFailedException empty(TestRepository repository) {
    return new OperationFailedException(
        "no refs", "The repository " + repository.name() + " has no refs on the server");
  }
}
