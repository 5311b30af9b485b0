package org.packhouse.app.source.hookscript.rest;

import java.util.List;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.source.hookscript.HookScript.Place;

/**
 * A place where a hook script is run, in the REST dialect.
 *
 * @param enforced whether the project has it run in all its repositories, whatever they say
 */
record HookScriptConfigView(
    ScopeView scope, HookScriptView script, List<String> triggerIds, boolean enforced) {

  static HookScriptConfigView of(Place place) {
    return new HookScriptConfigView(
        ScopeView.of(place.scope()),
        HookScriptView.of(place.script()),
        place.triggers(),
        place.enforced());
  }
}
