package org.packhouse.app.engine.git;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.packhouse.app.testing.GitFixture;

/** Makes a history of branches, merges and tags, the same for the same seed. */
public final class RandomHistory {

  private final GitFixture work;
  private final Random random;
  private final List<String> branches = new ArrayList<>(List.of("main"));
  private int step;

  public RandomHistory(GitFixture work, long seed) {
    this.work = work;
    this.random = new Random(seed);
    change();
  }

  /** Does so many things to it. */
  public void grow(int steps) {
    for (int i = 0; i < steps; i++) {
      work.git("checkout", "--quiet", branches.get(random.nextInt(branches.size())));
      switch (random.nextInt(6)) {
        case 0 -> branch();
        case 1 -> merge();
        case 2 -> tag();
        default -> change();
      }
    }
  }

  private void change() {
    // Long files that change a little become deltas.
    String path = "directory" + random.nextInt(3) + "/file" + random.nextInt(6);
    String line = "line of " + path + "\n";
    work.commit(path, line.repeat(60) + "changed in step " + step++ + "\n");
  }

  private void branch() {
    String name = "branch" + step++;
    work.git("checkout", "--quiet", "-b", name);
    branches.add(name);
    change();
  }

  private void merge() {
    String other = branches.get(random.nextInt(branches.size()));
    work.git("merge", "--quiet", "--no-ff", "-s", "ours", "-m", "Merge " + other, other);
  }

  private void tag() {
    String name = "tag" + step++;
    if (random.nextBoolean()) {
      work.git("tag", name);
    } else {
      work.git("tag", "-a", "-m", "Annotated", name);
      work.git("tag", "-a", "-m", "Tag of a tag", name + "-again", name);
    }
  }
}
