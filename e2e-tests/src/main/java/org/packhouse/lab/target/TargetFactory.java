package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.packhouse.lab.experiment.Experiment.TargetPlan;

/** Makes the targets of an experiment. */
public final class TargetFactory {

  private TargetFactory() {}

  /**
   * Makes a target, which is not started yet. A property of a Packhouse target whose name begins
   * with a dash, such as {@code -Xmx1g}, is a flag of its JVM.
   *
   * @param directory for its data, which goes when it is closed, and its logs, which stay
   * @throws IOException if the plan makes no sense or the directory cannot be made
   */
  public static Target create(TargetPlan plan, Path directory) throws IOException {
    Files.createDirectories(directory);
    Path real = directory.toRealPath();
    return switch (plan.kind()) {
      case "packhouse" -> new PackhouseTarget(plan, real);
      case "stock-git" -> new StockGitTarget(plan, real);
      case "jgit" -> new JgitTarget(plan, real);
      case "file" -> new FileTarget(plan, real);
      case "url" -> new UrlTarget(plan, real);
      default ->
          throw new IOException(
              "Target %s is of the kind %s, which is none of packhouse, stock-git, jgit, file, url."
                  .formatted(plan.name(), plan.kind()));
    };
  }
}
