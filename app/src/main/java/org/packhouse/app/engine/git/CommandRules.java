package org.packhouse.app.engine.git;

import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.storage.refs.RefNameRules;
import org.packhouse.app.storage.refs.RefSnapshot;

/** What forbids a command by its ref name alone, before any byte of the pack is looked at. */
final class CommandRules {

  private CommandRules() {}

  /** Refuses the commands that may not be. */
  static void apply(ReceiveRequest request, RefSnapshot snapshot, PushConversation conversation)
      throws java.io.IOException {
    Set<String> seen = new HashSet<>();
    for (ReceiveCommand command : request.commands()) {
      String ref = command.ref();
      if (!seen.add(ref)) {
        request.commands().stream()
            .filter(other -> other.ref().equals(ref))
            .forEach(other -> other.refuse("multiple updates for one ref"));
      }
      String problem = RefNameRules.problem(ref);
      if (problem != null) {
        command.refuse(problem);
      } else if (RefNameRules.isOptionLike(ref)
          && !command.change().newId().equals(ObjectId.zeroId())) {
        command.refuse("names of branches and tags do not begin with a dash");
      } else if (ref.equals(snapshot.headTarget())
          && command.change().newId().equals(ObjectId.zeroId())
          && snapshot.find(ref).isPresent()) {
        conversation.say("refusing to delete the current branch: " + ref);
        conversation.say("Make another branch the default one first.");
        command.refuse("deletion of the current branch prohibited");
      }
    }
  }
}
