package org.packhouse.app.engine.git;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code git.in-process.*}: up to which size the server makes the answers of clones and fetches
 * itself. What is larger is native git's.
 *
 * @param answers how many it makes at once; native git makes those beyond for which none comes free
 *     within a moment
 * @param repositorySize packs of a repository together
 * @param commits new commits that a fetch asks for
 * @param objects objects that are put into a pack one by one; those of a pack that is sent as a
 *     whole do not count
 */
@ConfigurationProperties("git.in-process")
record InProcessSettings(
    @DefaultValue("8") int answers,
    @DefaultValue("1GB") DataSize repositorySize,
    @DefaultValue("1000") int commits,
    @DefaultValue("10000") int objects) {

  InProcessSettings {
    checkNotNegative("answers", answers);
    checkNotNegative("repository-size", repositorySize.toBytes());
    checkNotNegative("commits", commits);
    checkNotNegative("objects", objects);
  }

  private static void checkNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "git.in-process." + name + " is " + value + ", but must be 0 or more");
    }
  }
}
