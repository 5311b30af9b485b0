package org.packhouse.app.git;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.refs.RefNames;
import org.packhouse.app.refs.RefSnapshot;

/** What forbids a command by its ref name alone, before any byte of the pack is looked at. */
final class CommandRules {

  /** File systems take 255 bytes for a name, and git puts {@code .lock} behind it. */
  private static final int LONGEST_PART = 250;

  private static final int LONGEST_NAME = 1024;

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
      if (RefNames.isReserved(ref)) {
        command.refuse("refs/pull-requests/* and refs/packhouse/* are written by the server alone");
      } else if (!isValid(ref)) {
        command.refuse("funny refname");
      } else if (isTooLong(ref)) {
        command.refuse("ref name longer than " + LONGEST_NAME + " bytes, or 250 in one part");
      } else if (isOptionLike(ref) && !command.change().newId().equals(ObjectId.zeroId())) {
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

  /** As {@code git check-ref-format}: below {@code refs/}, in two parts at least. */
  private static boolean isValid(String ref) {
    return ref.startsWith("refs/")
        && ref.indexOf('/', "refs/".length()) > 0
        && Repository.isValidRefName(ref)
        && ref.chars().noneMatch(Character::isISOControl);
  }

  /** As {@code git branch} and {@code git tag}: people would meet an option where they name it. */
  private static boolean isOptionLike(String ref) {
    return ref.startsWith("refs/heads/-") || ref.startsWith("refs/tags/-");
  }

  private static boolean isTooLong(String ref) {
    if (ref.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      return true;
    }
    for (String part : ref.split("/", -1)) {
      if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_PART) {
        return true;
      }
    }
    return false;
  }
}
