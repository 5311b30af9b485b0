package org.packhouse.app.source.hook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.source.commit.CommitSignatures;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.Refusal;
import org.packhouse.hooks.builtin.Arrival;
import org.packhouse.hooks.builtin.PreReceiveHook;
import org.springframework.stereotype.Component;

/** Runs the pre-receive hooks that are enabled for a repository. */
@Component
class HookCheck implements PreReceiveCheck {

  private static final int ORDER = 100;

  private final HookSettings settings;
  private final Users users;
  private final OtherAddresses addresses;
  private final CommitSignatures signatures;
  private final Refs refs;

  HookCheck(
      HookSettings settings,
      Users users,
      OtherAddresses addresses,
      CommitSignatures signatures,
      Refs refs) {
    this.settings = settings;
    this.users = users;
    this.addresses = addresses;
    this.signatures = signatures;
    this.refs = refs;
  }

  @Override
  public List<Refusal> check(Push push) {
    Map<String, HookSetting> inForce = settings.inForce(push.repository().value());
    if (BuiltInHooks.PRE_RECEIVE.stream().noneMatch(hook -> isOn(inForce.get(hook.key())))) {
      return List.of();
    }
    try {
      Arrival.Tips tips = () -> refs.snapshot(push.repository().value()).tips();
      return refusals(new Arrival(push, pusher(push.actor()), signatures.asOfNow(), tips), inForce);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOn(@Nullable HookSetting setting) {
    return setting != null && setting.enabled();
  }

  private static List<Refusal> refusals(Arrival arrival, Map<String, HookSetting> inForce)
      throws IOException {
    List<Refusal> refusals = new ArrayList<>();
    Set<String> refused = new HashSet<>();
    for (PreReceiveHook hook : BuiltInHooks.PRE_RECEIVE) {
      HookSetting setting = inForce.get(hook.key());
      if (setting != null && setting.enabled()) {
        for (Map<String, Object> values : setting.valuesInForce()) {
          for (Refusal refusal : hook.check(arrival, values)) {
            if (refused.add(refusal.refName())) {
              refusals.add(refusal);
            }
          }
        }
      }
    }
    return refusals;
  }

  private Arrival.Pusher pusher(Actor actor) {
    return new Arrival.Pusher(actor.name(), () -> emails(actor.userId()));
  }

  private List<String> emails(@Nullable Long userId) {
    Optional<User> user = userId == null ? Optional.empty() : users.findById(userId);
    return user.map(addresses::confirmedOf).map(List::copyOf).orElse(List.of());
  }

  @Override
  public int order() {
    return ORDER;
  }
}
