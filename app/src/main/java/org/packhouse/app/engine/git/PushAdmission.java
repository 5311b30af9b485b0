package org.packhouse.app.engine.git;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Quarantines;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.PreReceiveChecks;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RepositoryId;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Lets a push in: pack into quarantine, checks, and then the refs. */
@Component
@Lazy
class PushAdmission {

  private final Quarantines quarantines;
  private final PackIntake intake;
  private final TipCheck tips;
  private final PreReceiveChecks checks;
  private final RefUpdates updates;
  private final Checkpoint checkpoint;
  private final List<PushMessages> messages;

  PushAdmission(
      Quarantines quarantines,
      PackIntake intake,
      TipCheck tips,
      List<PreReceiveCheck> checks,
      RefUpdates updates,
      Checkpoint checkpoint,
      List<PushMessages> messages) {
    this.quarantines = quarantines;
    this.intake = intake;
    this.tips = tips;
    this.checks = new PreReceiveChecks(checks);
    this.updates = updates;
    this.checkpoint = checkpoint;
    this.messages = messages;
  }

  /**
   * A push of which some commands may be refused already.
   *
   * @param pack null: it only deletes
   */
  record Arrival(
      GitExchange exchange,
      ReceiveRequest request,
      RefSnapshot snapshot,
      @Nullable InputStream pack,
      PushConversation conversation) {

    long repositoryId() {
      return exchange.repository().repository().id();
    }

    Actor actor() {
      User user = exchange.repository().caller().user();
      return user == null
          ? new Actor(null, exchange.repository().caller().name())
          : new Actor(user.id(), user.name());
    }
  }

  /**
   * Admits what may be, and refuses every other command.
   *
   * @throws PackRefusedException if the pack is not taken
   */
  void admit(Arrival arrival) throws IOException {
    if (arrival.pack() == null) {
      check(arrival, null, null);
      move(arrival, null);
      return;
    }
    try (Quarantine quarantine = quarantines.create(arrival.repositoryId());
        KeepAlive alive = new KeepAlive(arrival.conversation())) {
      Set<ObjectId> brought =
          intake.take(arrival.exchange(), arrival.pack(), quarantine, alive::start);
      checkpoint.reached(Step.PACK_RECEIVED);
      check(arrival, quarantine, brought);
      move(arrival, quarantine);
    }
  }

  private void check(
      Arrival arrival, @Nullable Quarantine quarantine, @Nullable Set<ObjectId> brought)
      throws IOException {
    if (quarantine != null) {
      tips.check(arrival, quarantine, brought);
      arrival.request().refuseAllIfAtomic();
    }
    List<RefChange> changes = changes(arrival);
    if (!changes.isEmpty()) {
      try (Repository objects =
          quarantine == null ? tips.open(arrival.repositoryId()) : quarantine.open()) {
        Push push =
            new Push(
                new RepositoryId(arrival.repositoryId()),
                arrival.actor(),
                changes,
                objects,
                arrival.request().options());
        for (PreReceiveCheck.Refusal refusal : checks.refusals(push)) {
          refuse(arrival, refusal);
        }
      }
      arrival.request().refuseAllIfAtomic();
    }
    checkpoint.reached(Step.CHECKED);
  }

  private static void refuse(Arrival arrival, PreReceiveCheck.Refusal refusal) throws IOException {
    for (String line : refusal.explanation()) {
      arrival.conversation().say(line);
    }
    arrival.request().accepted().stream()
        .filter(command -> command.ref().equals(refusal.refName()))
        .forEach(command -> command.refuse(refusal.reason()));
  }

  private static List<RefChange> changes(Arrival arrival) {
    return arrival.request().accepted().stream().map(ReceiveCommand::change).toList();
  }

  private void move(Arrival arrival, @Nullable Quarantine quarantine) throws IOException {
    List<ReceiveCommand> commands = arrival.request().accepted();
    if (commands.isEmpty()) {
      return;
    }
    RefUpdates.Update update =
        new RefUpdates.Update(
            arrival.repositoryId(),
            arrival.actor(),
            "push",
            changes(arrival),
            arrival.request().has("atomic"),
            RefUpdates.InTransaction.NOTHING);
    List<RefUpdates.Result> results = updates.apply(update, quarantine);
    for (int i = 0; i < results.size(); i++) {
      String problem = results.get(i).problem();
      if (problem != null) {
        commands.get(i).refuse(problem);
      }
    }
    List<RefChange> moved = changes(arrival);
    if (!moved.isEmpty()) {
      for (PushMessages source : messages) {
        for (String line : source.after(arrival.exchange().repository(), arrival.actor(), moved)) {
          arrival.conversation().say(line);
        }
      }
    }
  }
}
