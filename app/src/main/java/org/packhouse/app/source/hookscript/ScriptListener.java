package org.packhouse.app.source.hookscript;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.packhouse.app.source.hookscript.HookScript.Place;
import org.packhouse.app.source.hookscript.ScriptRun.Input;
import org.packhouse.app.source.hookscript.ScriptRun.Outcome;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Runs the scripts that follow a push. The bean exists only where scripts are enabled, so that
 * pushes elsewhere append nothing to the outbox for it.
 */
@Component
@ConditionalOnProperty(name = "hook-script.enabled", havingValue = "true")
class ScriptListener implements PostReceiveListener {

  private static final Logger LOG = LoggerFactory.getLogger(ScriptListener.class);

  private final HookScripts scripts;
  private final ScriptInputs inputs;
  private final ScriptRun runner;

  ScriptListener(HookScripts scripts, ScriptInputs inputs, ScriptRun runner) {
    this.scripts = scripts;
    this.inputs = inputs;
    this.runner = runner;
  }

  @Override
  public String name() {
    return "hook-scripts";
  }

  @Override
  public void refsMoved(RefsMoved event) {
    Optional<HookTrigger> trigger = HookTrigger.of(event.cause());
    if (trigger.isEmpty()) {
      return;
    }
    for (Place place : scripts.inForce(event.repository().value())) {
      if (place.script().type() == HookScript.Type.POST && place.isFor(trigger.get())) {
        run(place.script(), trigger.get(), event);
      }
    }
  }

  private void run(HookScript script, HookTrigger trigger, RefsMoved event) {
    long repositoryId = event.repository().value();
    Optional<Input> input =
        inputs.of(HookScript.Type.POST, trigger, repositoryId, event.actor(), event.changes());
    if (input.isEmpty()) {
      return;
    }
    try {
      Outcome outcome = runner.run(script, input.get());
      if (!outcome.accepted()) {
        LOG.warn(
            "Hook script {} failed for repository {}: {}",
            script.name(),
            repositoryId,
            String.join(" / ", outcome.output()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
