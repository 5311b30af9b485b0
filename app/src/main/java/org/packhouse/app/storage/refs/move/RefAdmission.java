package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.hooks.ArrivedObjects;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.PreReceiveChecks;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.RefRequest;
import org.packhouse.hooks.RefRule;
import org.packhouse.hooks.RefRules;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Applies every rule and pre-receive check to a ref update. Updates by the server itself pass. */
@Component
class RefAdmission {

  private final RefRules rules;
  private final PreReceiveChecks checks;
  private final RepositoryDirectories directories;

  RefAdmission(
      List<RefRule> rules, List<PreReceiveCheck> checks, RepositoryDirectories directories) {
    this.rules = new RefRules(rules);
    this.checks = new PreReceiveChecks(checks);
    this.directories = directories;
  }

  RefRuling rule(RefRequest request) {
    return new RefRuling(request, request.cause().isServer() ? List.of() : rules.refusals(request));
  }

  /** Returns the refusals by ref name; the quarantine is null without new objects. */
  Map<String, Refusal> refusals(RefUpdates.Update update, @Nullable Quarantine quarantine)
      throws IOException {
    RefRequest request = update.request();
    if (request.cause().isServer()) {
      return Map.of();
    }
    Map<String, Refusal> refusals = new HashMap<>();
    RefRuling ruling = update.ruling();
    if (ruling == null || !ruling.allows(request)) {
      rules.refusals(request).forEach(refusal -> refusals.put(refusal.refName(), refusal));
    }
    RefRequest left = request.without(refusals.keySet());
    if (left.changes().isEmpty() || (update.atomic() && !refusals.isEmpty())) {
      return refusals;
    }
    try (Repository objects =
        quarantine == null ? directories.open(update.repositoryId()) : quarantine.open()) {
      Push push = new Push(left, objects, quarantine == null ? null : new Arrived(quarantine));
      checks.refusals(push).forEach(refusal -> refusals.put(refusal.refName(), refusal));
    }
    return refusals;
  }

  private record Arrived(Quarantine quarantine) implements ArrivedObjects {

    @Override
    public Path directory() {
      return quarantine.objectDirectory();
    }

    @Override
    public long size() {
      try {
        return quarantine.size();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
