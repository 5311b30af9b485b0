package org.packhouse.lab.operation;

import java.util.List;
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

  /** One of them. */
  TestRepository draw(Turn turn) {
    return all.get(all.size() == 1 ? 0 : turn.random().nextInt(all.size()));
  }
}
