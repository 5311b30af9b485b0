package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.PushMessages;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.Checkpoint.Step;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.Quarantines;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.move.RefRuling;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.Refusal;
import org.packhouse.hooks.RepositoryId;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Admits a push: rules, pack into quarantine, connectivity, and then the refs. */
@Component
@Lazy
class PushAdmission {

  private final Quarantines quarantines;
  private final PackIntake intake;
  private final TipCheck tips;
  private final RefUpdates updates;
  private final Checkpoint checkpoint;
  private final List<PushMessages> messages;

  PushAdmission(
      Quarantines quarantines,
      PackIntake intake,
      TipCheck tips,
      RefUpdates updates,
      Checkpoint checkpoint,
      List<PushMessages> messages) {
    this.quarantines = quarantines;
    this.intake = intake;
    this.tips = tips;
    this.updates = updates;
    this.checkpoint = checkpoint;
    this.messages = messages;
  }

  /** A push of which some commands may be refused already; without a pack it only deletes. */
  record Arrival(
      GitExchange exchange,
      ReceiveRequest request,
      RefSnapshot snapshot,
      @Nullable InputStream pack,
      PushConversation conversation,
      RefRuling ruling) {

    long repositoryId() {
      return exchange.repository().repository().id();
    }
  }

  /** Refuses the commands that the rules forbid, whatever the pack brings. */
  RefRuling rule(GitExchange exchange, ReceiveRequest request, PushConversation conversation)
      throws IOException {
    RefRequest asked = moves(exchange, request, request.commands());
    RefRuling ruling =
        PermissionStamp.during(
            exchange.repository().caller().permissionStamp(), () -> updates.rule(asked));
    Map<String, Refusal> refused = new HashMap<>();
    for (Refusal refusal : ruling.refusals()) {
      refused.put(refusal.refName(), refusal);
      conversation.say(refusal.explanation());
    }
    for (ReceiveCommand command : request.commands()) {
      Refusal refusal = refused.get(command.ref());
      if (refusal != null) {
        command.refuse(refusal.reason());
      }
    }
    request.refuseAllIfAtomic();
    return ruling;
  }

  private static RefRequest moves(
      GitExchange exchange, ReceiveRequest request, List<ReceiveCommand> commands) {
    return new RefRequest(
        new RepositoryId(exchange.repository().repository().id()),
        actor(exchange.repository().caller()),
        RefCause.PUSH,
        commands.stream().map(ReceiveCommand::change).toList(),
        request.options());
  }

  private static Actor actor(Caller caller) {
    User user = caller.user();
    return user == null ? new Actor(null, caller.name()) : new Actor(user.id(), user.name());
  }

  /** Moves the refs, or refuses commands. */
  void admit(Arrival arrival) throws IOException {
    try (WaitingPusher pusher =
        new WaitingPusher(
            arrival.conversation(), !arrival.exchange().stateless(), System::nanoTime)) {
      if (arrival.pack() == null) {
        pusher.received();
        move(arrival, null, pusher);
        return;
      }
      try (Quarantine quarantine = quarantines.createForPack(arrival.repositoryId())) {
        Set<ObjectId> brought = intake.take(arrival.exchange(), arrival.pack(), quarantine, pusher);
        checkpoint.reached(Step.PACK_RECEIVED);
        tips.check(arrival, quarantine, brought, pusher);
        arrival.request().refuseAllIfAtomic();
        move(arrival, quarantine, pusher);
      }
    }
  }

  /** Checks the caller's permission once more with the move. */
  private record Confirming(GitExchange exchange, WaitingPusher pusher)
      implements RefUpdates.InTransaction {

    @Override
    public void write(List<RefChange> moved) {
      exchange.repository().confirm();
    }

    @Override
    public void undecided() {
      pusher.undecided();
    }
  }

  private void move(Arrival arrival, @Nullable Quarantine quarantine, WaitingPusher pusher)
      throws IOException {
    ReceiveRequest request = arrival.request();
    List<ReceiveCommand> commands = request.accepted();
    if (commands.isEmpty()) {
      return;
    }
    RefUpdates.Update update =
        new RefUpdates.Update(
            moves(arrival.exchange(), request, commands),
            request.has("atomic"),
            new Confirming(arrival.exchange(), pusher),
            arrival.ruling());
    List<RefUpdates.Result> results =
        PermissionStamp.<List<RefUpdates.Result>, IOException>during(
            arrival.exchange().repository().caller().permissionStamp(),
            () -> updates.apply(update, quarantine));
    for (int i = 0; i < results.size(); i++) {
      RefUpdates.Result result = results.get(i);
      if (result.refusal() != null) {
        arrival.conversation().say(result.refusal().explanation());
      }
      if (result.problem() != null) {
        commands.get(i).refuse(result.problem());
      }
    }
    sayMessages(arrival);
  }

  private void sayMessages(Arrival arrival) throws IOException {
    RefRequest moved = moves(arrival.exchange(), arrival.request(), arrival.request().accepted());
    if (!moved.changes().isEmpty()) {
      for (PushMessages source : messages) {
        arrival
            .conversation()
            .sayBeforeReport(
                source.after(arrival.exchange().repository(), moved.actor(), moved.changes()));
      }
    }
  }
}
