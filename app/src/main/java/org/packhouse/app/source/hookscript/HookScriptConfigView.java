package org.packhouse.app.source.hookscript;

import java.util.List;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.source.hookscript.HookScript.Place;

/**
 * A place where a hook script is run, in the REST dialect.
 *
 * @param enforced whether the project has it run in all its repositories, whatever they say
 */
record HookScriptConfigView(
    ScopeView scope, HookScriptView script, List<String> triggerIds, boolean enforced) {

  /** The project or repository. */
  record ScopeView(String type, long resourceId) {}

  static HookScriptConfigView of(Place place) {
    return new HookScriptConfigView(
        new ScopeView(
            place.resource() instanceof ProjectId ? "PROJECT" : "REPOSITORY",
            place.resource().id()),
        HookScriptView.of(place.script()),
        place.triggers(),
        place.enforced());
  }
}
