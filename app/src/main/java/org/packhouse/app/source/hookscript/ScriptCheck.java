package org.packhouse.app.source.hookscript;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.source.hookscript.HookScript.Place;
import org.packhouse.app.source.hookscript.ScriptRun.Input;
import org.packhouse.app.source.hookscript.ScriptRun.Outcome;
import org.packhouse.app.storage.objects.Alternates;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.hooks.ArrivedObjects;
import org.packhouse.hooks.PreReceiveCheck;
import org.packhouse.hooks.Push;
import org.packhouse.hooks.Refusal;
import org.springframework.stereotype.Component;

/** Runs the pre-receive scripts of a push, up to the first that refuses it. */
@Component
class ScriptCheck implements PreReceiveCheck {

  private static final int ORDER = 200;

  private final HookScripts scripts;
  private final ScriptInputs inputs;
  private final ScriptRun run;
  private final RepositoryDirectories directories;
  private final HookScriptSettings settings;

  ScriptCheck(
      HookScripts scripts,
      ScriptInputs inputs,
      ScriptRun run,
      RepositoryDirectories directories,
      HookScriptSettings settings) {
    this.scripts = scripts;
    this.inputs = inputs;
    this.run = run;
    this.directories = directories;
    this.settings = settings;
  }

  @Override
  public List<Refusal> check(Push push) {
    Optional<HookTrigger> trigger = HookTrigger.of(push.request().cause());
    if (!settings.enabled() || trigger.isEmpty()) {
      return List.of();
    }
    List<HookScript> asked =
        scripts.inForce(push.repository().value()).stream()
            .filter(
                place -> place.script().type() == HookScript.Type.PRE && place.isFor(trigger.get()))
            .map(Place::script)
            .toList();
    return asked.isEmpty() ? List.of() : refusals(push, trigger.get(), asked);
  }

  private List<Refusal> refusals(Push push, HookTrigger trigger, List<HookScript> asked) {
    Optional<Input> input =
        inputs
            .of(
                HookScript.Type.PRE,
                trigger,
                push.repository().value(),
                push.actor(),
                push.changes())
            .map(it -> inQuarantine(it, push));
    try {
      for (HookScript script : asked) {
        Outcome outcome =
            input.isEmpty() ? new Outcome(true, List.of()) : run.run(script, input.get());
        if (!outcome.accepted()) {
          return refused(push, script, outcome.output());
        }
      }
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Refusal> refused(Push push, HookScript script, List<String> output) {
    List<String> explanation = new ArrayList<>(output);
    if (explanation.isEmpty()) {
      explanation.add("The hook script %s says no.".formatted(script.name()));
    }
    return push.changes().stream()
        .map(change -> new Refusal(change.refName(), "hook script declined", explanation))
        .toList();
  }

  /** Adds the variables by which git finds quarantined objects, and the push options. */
  private Input inQuarantine(Input input, Push push) {
    Map<String, String> variables = new LinkedHashMap<>(input.environment());
    List<String> options = push.request().options();
    variables.put("GIT_PUSH_OPTION_COUNT", Integer.toString(options.size()));
    for (int i = 0; i < options.size(); i++) {
      variables.put("GIT_PUSH_OPTION_" + i, options.get(i));
    }
    ArrivedObjects arrived = push.arrived();
    if (arrived != null) {
      String directory = arrived.directory().toString();
      variables.put("GIT_QUARANTINE_PATH", directory);
      variables.put("GIT_OBJECT_DIRECTORY", directory);
      variables.put(Alternates.VARIABLE, objects(input.repositoryId()));
    }
    return new Input(input.repositoryId(), input.caller(), variables, input.changes());
  }

  private String objects(long repositoryId) {
    try {
      return Alternates.of(directories.check(repositoryId).resolve("objects"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int order() {
    return ORDER;
  }
}
