package org.packhouse.app.engine.git;

import java.util.List;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;

/**
 * Messages that a person is told after a push, such as where to open a pull request for the new
 * branch.
 */
public interface PushMessages {

  /**
   * The lines, shown behind {@code remote:}.
   *
   * @param moved the refs that have moved
   */
  List<String> after(GitRepository repository, Actor actor, List<RefChange> moved);
}
