package org.packhouse.app.source.hookscript;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.EnforcedRule;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingLookup;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.hookscript.HookScript.Place;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps hook scripts and the scopes they run in; checks no permission. A repository's place
 * replaces its project's; if the project enforces the script, the triggers of both hold. Each
 * change raises the permission stamp.
 */
@Service
public class HookScripts {

  private static final int MAX_SCRIPTS = 100;

  private final HookScriptRows rows;
  private final ScopedSettings settings;
  private final SettingLookup<List<Place>> lookup;

  HookScripts(HookScriptRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
    lookup = settings.lookup("hook-scripts", List.of(), this::read);
  }

  private List<Place> read(@Nullable Long repositoryId, long projectId) {
    List<Place> places = rows.places(repositoryId, projectId);
    return List.copyOf(
        ScopedSettings.merged(places, place -> place.script().id(), Place::within).values());
  }

  /** Returns the scripts that pushes to a repository run. */
  List<Place> inForce(long repositoryId) {
    return lookup.remembered(repositoryId);
  }

  /** Returns the scripts that run for a project or repository, as stored now. */
  public List<Place> of(Resource resource) {
    return lookup.of(resource);
  }

  public HookScript require(long id) {
    return rows.find(id).orElseThrow(() -> unknown(id));
  }

  public byte[] content(long id) {
    return rows.content(id).orElseThrow(() -> unknown(id));
  }

  private static RefusedException unknown(long id) {
    return new NoSuchException(Thing.ENTITY, "There is no hook script %d.".formatted(id));
  }

  @Transactional
  public HookScript create(HookScriptUpload upload) {
    RequestFields.required("name", upload.name());
    String type = RequestFields.required("type", upload.type());
    if (upload.content() == null) {
      throw new InvalidFieldException("content", "The part content is required.");
    }
    if (rows.count() >= MAX_SCRIPTS) {
      throw new InvalidFieldException(
          "name", "There are at most %d hook scripts.".formatted(MAX_SCRIPTS));
    }
    if (!type.equals(HookScript.Type.PRE.name()) && !type.equals(HookScript.Type.POST.name())) {
      throw new InvalidFieldException(
          "type", "A type is PRE or POST, not %s.".formatted(InvalidFieldException.quote(type)));
    }
    HookScript made = require(rows.insert(upload, HookScript.Type.valueOf(type)));
    tell("hook-script.created", made, null, List.of());
    return made;
  }

  /** Changes the parts of a script that the upload has. */
  @Transactional
  public HookScript change(long id, HookScriptUpload upload) {
    if (upload.name() != null) {
      RequestFields.required("name", upload.name());
    }
    if (!rows.update(id, upload)) {
      throw unknown(id);
    }
    settings.raiseStamp();
    HookScript changed = require(id);
    tell("hook-script.changed", changed, null, List.of());
    return changed;
  }

  /** Deletes a script from all scopes. */
  @Transactional
  public void remove(long id) {
    HookScript script = require(id);
    settings.raiseStamp();
    rows.delete(id);
    tell("hook-script.deleted", script, null, List.of());
  }

  /**
   * Enables a script; no triggers stand for all, and a null {@code enforced} stays as it is.
   *
   * @throws RefusedException if the project enforces the script for more triggers
   */
  @Transactional
  public Place run(Resource resource, long id, List<String> triggers, @Nullable Boolean enforced) {
    HookScript script = require(id);
    for (String trigger : triggers) {
      if (!HookTrigger.ids().contains(trigger)) {
        throw new InvalidFieldException(
            "triggerIds",
            "%s is no trigger; these are: %s."
                .formatted(InvalidFieldException.quote(trigger), HookTrigger.ids()));
      }
    }
    List<String> distinct = triggers.stream().distinct().toList();
    Optional<Place> ofProject = ofProject(resource, id);
    if (Boolean.TRUE.equals(enforced)) {
      EnforcedRule.requireProject(SettingScope.of(resource));
    }
    boolean enforce =
        resource.repository() == null
            && (enforced == null ? ofProject.filter(Place::enforced).isPresent() : enforced);
    Place wanted = new Place(script, SettingScope.of(resource), distinct, enforce);
    if (resource.repository() != null
        && ofProject.filter(it -> it.enforced() && !wanted.covers(it)).isPresent()) {
      throw refusal(resource, script);
    }
    settings.raiseStamp();
    rows.put(wanted);
    tell(enforce ? "hook-script.enforced" : "hook-script.configured", script, resource, distinct);
    return wanted;
  }

  private Optional<Place> ofProject(Resource resource, long id) {
    return of(new Resource(resource.project(), null)).stream()
        .filter(it -> it.script().id() == id)
        .findFirst();
  }

  private static RefusedException refusal(Resource resource, HookScript script) {
    return EnforcedRule.refusal(
        resource.project(),
        "the hook script %s".formatted(InvalidFieldException.quote(script.name())));
  }

  /** Disables a script in just this scope; refused if the project enforces it there. */
  @Transactional
  public void stop(Resource resource, long id) {
    HookScript script = require(id);
    settings.raiseStamp();
    if (!rows.remove(SettingScope.of(resource), id)) {
      if (resource.repository() != null
          && ofProject(resource, id).filter(Place::enforced).isPresent()) {
        throw refusal(resource, script);
      }
      throw unknown(id);
    }
    tell("hook-script.unconfigured", script, resource, List.of());
  }

  private void tell(
      String action, HookScript script, @Nullable Resource resource, List<String> triggers) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("id", Long.toString(script.id()));
    details.put("name", script.name());
    details.put("version", Integer.toString(script.version()));
    if (!triggers.isEmpty()) {
      details.put("triggers", String.join(", ", triggers));
    }
    settings.audit(action, resource == null ? "server" : resource.path(), details);
  }
}
