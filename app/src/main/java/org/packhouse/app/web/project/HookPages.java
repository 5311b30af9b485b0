package org.packhouse.app.web.project;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.hook.BuiltInHooks;
import org.packhouse.app.source.hook.HookSetting;
import org.packhouse.app.source.hook.HookSettings;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Hooks of a project or repository: whether they are on, and their settings. */
@Controller
@RequestMapping({"/projects/{key}", "/users/{user}"})
record HookPages(HookSettings settings) {

  private static final String PAGE = "/settings/hooks";
  private static final String ONE = PAGE + "/{hook}";

  enum State {
    INHERITED,
    ON,
    OFF
  }

  /**
   * A hook; {@code inherited} if the project sets it, {@code enforced} if in all its repositories.
   */
  record Row(BuiltInHook hook, boolean on, boolean inherited, boolean enforced) {}

  private static Row row(ResourceView view, BuiltInHook hook, @Nullable HookSetting setting) {
    return new Row(
        hook,
        setting != null && setting.enabled(),
        setting != null && !setting.scope().isOf(view.resource()),
        setting != null && setting.enforced());
  }

  @GetMapping({PAGE, "/repos/{slug}" + PAGE})
  String list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view, Model model) {
    Map<String, HookSetting> set = settings.of(view.resource());
    model.addAttribute(
        "rows",
        BuiltInHooks.PRE_RECEIVE.stream()
            .map(hook -> row(view, hook, set.get(hook.key())))
            .toList());
    return page(view, model, "project/hooks");
  }

  @GetMapping({ONE, "/repos/{slug}" + ONE})
  String edit(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable("hook") String key,
      Model model) {
    BuiltInHook hook = hook(key);
    HookSetting setting = settings.of(view.resource()).get(hook.key());
    State state =
        setting == null || !setting.scope().isOf(view.resource())
            ? view instanceof ProjectView ? State.OFF : State.INHERITED
            : setting.enabled() ? State.ON : State.OFF;
    HookForm form = HookForm.of(hook, setting == null ? null : setting.settings());
    return form(view, row(view, hook, setting), state, form, model);
  }

  @PostMapping({ONE, "/repos/{slug}" + ONE})
  String change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) ResourceView view,
      @PathVariable("hook") String key,
      @RequestParam State state,
      @RequestParam Map<String, String> typed,
      Model model,
      FormSubmission submission) {
    BuiltInHook hook = hook(key);
    HookForm form = HookForm.typed(hook, typed);
    boolean enforced = typed.containsKey("enforced");
    return submission.handle(
        () -> {
          switch (state) {
            case INHERITED -> settings.reset(view.resource(), hook);
            case ON -> settings.set(view.resource(), hook, true, form.settings());
            case OFF -> settings.set(view.resource(), hook, false, null);
          }
          if (view instanceof ProjectView) {
            settings.enforce(view.resource().project(), hook, enforced && state == State.ON);
          }
          return submission.saved(view.link() + PAGE, hook.name() + " is changed.");
        },
        () ->
            form(
                view,
                row(view, hook, settings.of(view.resource()).get(hook.key())),
                state,
                form,
                model));
  }

  private static BuiltInHook hook(String key) {
    return BuiltInHooks.of(key)
        .orElseThrow(() ->
            new NotFoundException(
                "There is no hook %s.".formatted(InvalidFieldException.quote(key))));
  }

  private static String form(ResourceView view, Row row, State state, HookForm form, Model model) {
    model.addAttribute("row", row);
    model.addAttribute("state", state.name());
    model.addAttribute("form", form);
    return page(view, model, "project/hook");
  }

  private static String page(ResourceView view, Model model, String template) {
    model.addAttribute("tab", view instanceof ProjectView ? "hooks" : "settings");
    model.addAttribute("url", view.link() + PAGE);
    return template;
  }
}
