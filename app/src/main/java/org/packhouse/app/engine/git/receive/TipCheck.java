package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.receive.PushAdmission.Arrival;
import org.packhouse.app.platform.throttle.queue.Waiting;
import org.packhouse.app.storage.objects.OwnObjects;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.refs.RefNames;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Refuses commands whose new value is missing, incomplete, or no commit on a branch. */
@Component
@Lazy
class TipCheck {

  private static final String MISSING = "missing necessary objects";

  /** Commands beyond which the incomplete one is not searched for. */
  private static final int MAX_SINGLE = 100;

  /** Tips that may have come by another node within moments. */
  private static final int MAX_LOOKS = 100;

  private final Connectivity connectivity;

  TipCheck(Connectivity connectivity) {
    this.connectivity = connectivity;
  }

  /**
   * Checks that the new value of each accepted command exists, has a type allowed for its ref, and
   * is connected to the repository's refs, and refuses the commands that fail; {@code brought} are
   * the objects of the pack, null if unknown.
   */
  void check(
      Arrival arrival, Quarantine quarantine, @Nullable Set<ObjectId> brought, Waiting waiting)
      throws IOException {
    List<ReceiveCommand> missing = checkTypes(arrival.request().accepted(), quarantine);
    boolean reload = !missing.isEmpty();
    if (reload) {
      connectivity.reload(arrival.repositoryId());
      checkTypes(missing, quarantine).forEach(command -> command.refuse(MISSING));
    }
    List<ReceiveCommand> commands =
        arrival.request().accepted().stream().filter(TipCheck::hasNewValue).toList();
    if (commands.isEmpty() || isConnected(arrival, quarantine, commands, brought, waiting)) {
      return;
    }
    // Once for all commands: it drops the cached packs of all repositories.
    if (!reload) {
      connectivity.reload(arrival.repositoryId());
      if (isConnected(arrival, quarantine, commands, brought, waiting)) {
        return;
      }
    }
    String reason = arrival.request().shallow().isEmpty() ? MISSING : "shallow update not allowed";
    for (ReceiveCommand command : commands) {
      if (commands.size() > MAX_SINGLE
          || !isConnected(arrival, quarantine, List.of(command), brought, waiting)) {
        command.refuse(reason);
      }
    }
  }

  private boolean isConnected(
      Arrival arrival,
      Quarantine quarantine,
      List<ReceiveCommand> commands,
      @Nullable Set<ObjectId> brought,
      Waiting waiting)
      throws IOException {
    List<ObjectId> ids = commands.stream().map(command -> command.change().newId()).toList();
    return connectivity.isConnected(
        arrival.exchange().repository(), quarantine, arrival.snapshot(), ids, brought, waiting);
  }

  /** Returns commands with a missing value. JGit lists all packs for each, so only for a few. */
  private static List<ReceiveCommand> checkTypes(
      List<ReceiveCommand> commands, Quarantine quarantine) throws IOException {
    List<ReceiveCommand> missing = new ArrayList<>();
    try (Repository repository = quarantine.open();
        ObjectReader reader = repository.newObjectReader();
        ObjectReader before = repository.getObjectDatabase().newCachedDatabase().newReader()) {
      OwnObjects came = new OwnObjects(repository);
      int looks = 0;
      for (ReceiveCommand command : commands) {
        ObjectId tip = command.change().newId();
        if (hasNewValue(command)) {
          boolean known = came.has(tip) || before.has(tip);
          if (!(known || looks++ < MAX_LOOKS) || !checkType(reader, command)) {
            missing.add(command);
          }
        }
      }
    }
    return missing;
  }

  private static boolean checkType(ObjectReader reader, ReceiveCommand command) throws IOException {
    try {
      int type = reader.open(command.change().newId()).getType();
      if (type != Constants.OBJ_COMMIT && command.ref().startsWith(RefNames.HEADS)) {
        command.refuse("a branch must point to a commit, not a " + Constants.typeString(type));
      }
      return true;
    } catch (MissingObjectException e) {
      return false;
    }
  }

  private static boolean hasNewValue(ReceiveCommand command) {
    return !command.change().newId().equals(ObjectId.zeroId());
  }
}
