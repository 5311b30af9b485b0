package org.packhouse.lab.operation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.FetchRequest;
import org.packhouse.lab.git.Refs;
import org.packhouse.lab.wire.OperationFailedException;

/** {@code git fetch origin main} of a client that has fetched a while ago. */
record CatchingUp(Map<Path, Past> pasts) implements FetchOperation.Goal {

  /** Where git looks for a branch that is given by its short name. */
  private static final List<String> PLACES =
      List.of("", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/");

  @Override
  public List<String> prefixes(TestRepository repository) {
    String branch = past(repository).shortBranch();
    List<String> prefixes = new ArrayList<>();
    PLACES.forEach(it -> prefixes.add(it + branch));
    prefixes.add("refs/remotes/" + branch + "/HEAD");
    prefixes.add("refs/tags/");
    return prefixes;
  }

  @Override
  public FetchRequest request(Refs refs, TestRepository repository, Turn turn)
      throws OperationFailedException {
    Past past = past(repository);
    String tip = refs.id(past.branch()).orElseThrow(() -> Goals.empty(repository));
    return new FetchRequest(List.of(tip), past.haves(turn), 0, false);
  }

  private Past past(TestRepository repository) {
    return Objects.requireNonNull(pasts.get(repository.directory()));
  }
}
