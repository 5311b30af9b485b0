package org.packhouse.app.source.hookscript.rest;

import java.util.List;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.source.hookscript.HookScript.Place;

/** A hook script enabled in a scope, in the REST dialect. */
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
