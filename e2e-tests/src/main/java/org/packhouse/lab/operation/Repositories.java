package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.OperationPlan;

/** Those that an operation works on. */
record Repositories(List<TestRepository> all) {

  static Repositories of(OperationPlan plan, List<TestRepository> all) {
    List<TestRepository> chosen =
        all.stream().filter(it -> it.plan().equals(plan.repository())).toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "The operation %s works on the repositories \"%s\"; there are %s"
              .formatted(
                  plan.operation(),
                  plan.repository(),
                  all.stream().map(TestRepository::plan).distinct().toList()));
    }
    return new Repositories(chosen);
  }

  /** A look at a repository's content. */
  @FunctionalInterface
  interface Look<T> {
    T at(Path directory) throws IOException;
  }

  /** Looks at each; several that have the same content are looked at once. */
  <T> Map<Path, T> each(Look<T> look) throws IOException {
    Map<Path, T> seen = new HashMap<>();
    for (TestRepository repository : all) {
      if (!seen.containsKey(repository.directory())) {
        seen.put(repository.directory(), look.at(repository.directory()));
      }
    }
    return seen;
  }

  /** One of them. */
  TestRepository draw(Turn turn) {
    return all.get(all.size() == 1 ? 0 : turn.random().nextInt(all.size()));
  }
}
