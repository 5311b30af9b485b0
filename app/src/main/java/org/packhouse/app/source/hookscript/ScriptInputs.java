package org.packhouse.app.source.hookscript;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.source.hookscript.ScriptRun.Input;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/** Builds the environment of hook scripts. */
@Component
class ScriptInputs {

  private final Repositories repositories;
  private final Users users;
  private final ServerAddress address;

  ScriptInputs(Repositories repositories, Users users, ServerAddress address) {
    this.repositories = repositories;
    this.users = users;
    this.address = address;
  }

  /** Returns the input of a run, or empty if the repository is gone. */
  Optional<Input> of(
      HookScript.Type type,
      HookTrigger trigger,
      long repositoryId,
      Actor actor,
      List<RefChange> changes) {
    return repositories
        .findById(repositoryId)
        .map(repository -> {
          Map<String, String> variables = new LinkedHashMap<>();
          variables.put("BB_HOOK_TYPE", type.name());
          variables.put("BB_HOOK_TRIGGER_ID", trigger.id());
          variables.put("BB_IS_DRY_RUN", "false");
          variables.put("BB_BASE_URL", address.baseUrl());
          describe(repository, variables);
          describe(actor, variables);
          return new Input(repositoryId, actor.name(), variables, changes);
        });
  }

  private static void describe(Repository repository, Map<String, String> variables) {
    variables.put("BB_PROJECT_KEY", repository.project().key());
    variables.put("BB_REPO_ID", Long.toString(repository.id()));
    variables.put("BB_REPO_SLUG", repository.slug());
    variables.put("BB_REPO_IS_FORK", Boolean.toString(repository.originId() != null));
  }

  private void describe(Actor actor, Map<String, String> variables) {
    variables.put("BB_USER_NAME", actor.name());
    Optional<User> user =
        actor.userId() == null ? Optional.empty() : users.findById(actor.userId());
    user.ifPresent(it -> {
      String email = it.emailAddress();
      variables.put("BB_USER_ID", Long.toString(it.id()));
      variables.put("BB_USER_DISPLAY_NAME", it.displayName());
      variables.put("BB_USER_EMAIL", email == null ? "" : email);
    });
  }
}
