package org.packhouse.app.engine.git;

import java.util.List;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;

/** Messages for the user after a push, such as where to open a pull request. */
public interface PushMessages {

  /** Returns lines that git shows behind {@code remote:}. */
  List<String> after(GitRepository repository, Actor actor, List<RefChange> moved);
}
