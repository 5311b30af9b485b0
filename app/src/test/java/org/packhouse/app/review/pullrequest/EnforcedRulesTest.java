package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.source.hook.BuiltInHooks;
import org.packhouse.app.source.hook.HookSetting;
import org.packhouse.app.source.hook.HookSettings;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.RestOperations;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.hooks.builtin.BuiltInHook;
import org.packhouse.hooks.builtin.MergeCondition;
import tools.jackson.databind.JsonNode;

/** Rules that a project enforces, and an administrator of one of its repositories. */
class EnforcedRulesTest {

  private static final String PATTERN = "org.packhouse.hooks:commit-message-pattern";
  private static final String SIZE = "org.packhouse.hooks:max-file-size";
  private static final String ANY_REF = "{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}}";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private TestingRest boss;
  private String project;
  private String script;
  private long number;

  @BeforeEach
  void openAPullRequest() {
    kit = new PullRequestKit(temporary);
    boss = kit.as(kit.user("boss", Permission.REPO_ADMIN));
    project = "projects/" + kit.repository.project().key();
    kit.branch("topic", "TOPIC.md", kit.path);
    number = kit.opened("topic");
    Response made =
        kit.admin.sendAs(
            "POST",
            "/rest/api/1.0/hook-scripts",
            "multipart/form-data; boundary=b",
            part("name", "Check")
                + part("type", "PRE")
                + part("content", "#!/bin/sh\nexit 0\n")
                + "--b--\r\n");
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
    script = made.at("/id");
  }

  @AfterEach
  void removeTheScript() {
    kit.admin.delete("/rest/api/1.0/hook-scripts/" + script);
  }

  private static String part(String name, String value) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, value);
  }

  private static Response done(Response response) {
    assertThat(response.status()).as(response.response().body()).isBetween(200, 204);
    return response;
  }

  private static String escaped(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8);
  }

  private void enforce(String hook, String settings) {
    String path = project + "/settings/hooks/" + escaped(hook);
    done(kit.admin.put(path + "/enabled", settings));
    assertThat(done(kit.admin.put(path + "/enforced", "")).at("/enforced")).isEqualTo("true");
  }

  private static String settings(BuiltInHook hook) {
    return switch (hook.key()) {
      case PATTERN -> "{'pattern':'^(T|Add) .*'}";
      case SIZE -> "{'maxBytes':1000}";
      default ->
          hook.fields().stream().anyMatch(it -> it.name().equals("requiredCount"))
              ? "{'requiredCount':2}"
              : "{}";
    };
  }

  private void enforceEverything() {
    BuiltInHooks.ALL.forEach(hook -> enforce(hook.key(), settings(hook)));
    done(
        kit.admin.put(
            project + "/hook-scripts/" + script,
            "{'triggerIds':['repo-push','file-edit'],'enforced':true}"));
    done(
        kit.admin.post(
            "/rest/required-builds/latest/" + project + "/condition",
            "{'buildParentKeys':['plan'],'refMatcher':%s}".formatted(ANY_REF)));
    done(
        kit.admin.put(
            "/rest/insights/latest/" + project + "/settings/merge-checks/scan",
            "{'minSeverity':'LOW','enforced':true}"));
    done(
        kit.admin.post(
            "/rest/branch-permissions/latest/" + project + "/restrictions",
            "{'type':'no-deletes','matcher':%s}".formatted(ANY_REF)));
  }

  /** The rules that hold in the repository, as a push and a merge meet them. */
  private Set<String> rules() {
    Set<String> rules = new LinkedHashSet<>();
    Map<String, HookSetting> hooks =
        kit.server.get(HookSettings.class).inForce(kit.repository.id());
    for (BuiltInHook hook : BuiltInHooks.ALL) {
      HookSetting setting = hooks.get(hook.key());
      if (setting != null && setting.enabled()) {
        setting.valuesInForce().forEach(it -> rules.add(hook.name() + " " + it));
      }
    }
    kit.admin
        .get(kit.of(number) + "/merge")
        .json()
        .at("/vetoes")
        .forEach(veto ->
            rules.add(
                veto.at("/detailedMessage").asString("").replaceAll("of the \\d+", "of those")));
    kit.admin
        .get(kit.path + "/hook-scripts")
        .json()
        .at("/values")
        .forEach(it -> rules.addAll(triggers(it.at("/triggerIds"))));
    kit.admin
        .get("/rest/branch-permissions/latest/" + kit.path + "/restrictions")
        .json()
        .at("/values")
        .forEach(it -> rules.add("restriction " + it.at("/id")));
    return rules;
  }

  /** The triggers of a script, of which none means all. */
  private static List<String> triggers(JsonNode ids) {
    return ids.isEmpty()
        ? List.of("script repo-push", "script file-edit", "script branch-create")
        : ids.valueStream().map(id -> "script " + id.asString("")).toList();
  }

  /** Requests by which an administrator of a repository would loosen what an operation sets. */
  private List<String> bodies(String operation) {
    if (operation.contains("/settings/pull-requests")) {
      return List.of(
          "{'requiredAllApprovers':false}",
          "{'requiredAllTasksComplete':false,'needsWork':false}",
          "{'requiredApprovers':0}",
          "{'requiredApprovers':1,'requiredSuccessfulBuilds':1}",
          "{'requiredSuccessfulBuilds':{'enable':false,'count':0}}",
          "{'unapproveOnUpdate':false}");
    }
    if (operation.contains("/settings/hooks/")) {
      return List.of(
          "{}",
          "{'requiredCount':1}",
          "{'requiredCount':3}",
          "{'maxBytes':100000}",
          "{'pattern':'.*'}",
          "{'allowedPaths':['**']}");
    }
    if (operation.contains("/hook-scripts/")) {
      return List.of("{'triggerIds':['branch-create']}", "{'triggerIds':['repo-push']}", "{}");
    }
    if (operation.contains("/merge-checks/")) {
      return List.of(
          "{'mustPass':false}",
          "{'reportKey':'other','minSeverity':'LOW'}",
          "{'minSeverity':'HIGH'}",
          "{'minSeverity':'LOW','enforced':false}",
          "{}");
    }
    if (operation.contains("/condition")) {
      return List.of("{'buildParentKeys':['other'],'refMatcher':%s}".formatted(ANY_REF));
    }
    return List.of("{}", "{'enabled':false}");
  }

  private List<String> paths(String operation) {
    String path =
        operation
            .substring(operation.indexOf(' ') + 1)
            .replace("{projectKey}", kit.repository.project().key())
            .replace("{repositorySlug}", kit.repository.slug())
            .replace("{slug}", kit.repository.slug())
            .replace("{scriptId}", script)
            .replace("{key}", "scan");
    List<String> paths = new ArrayList<>();
    if (path.contains("{hookKey}")) {
      BuiltInHooks.ALL.forEach(it -> paths.add(path.replace("{hookKey}", escaped(it.key()))));
    } else if (path.contains("{id}")) {
      ids().forEach(id -> paths.add(path.replace("{id}", id)));
    } else {
      paths.add(path.replaceAll("\\{[^}]*}", "1"));
    }
    return paths;
  }

  private List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (String list :
        List.of(
            "/rest/branch-permissions/latest/" + project + "/restrictions",
            "/rest/required-builds/latest/" + project + "/conditions")) {
      kit.admin.get(list).json().at("/values").forEach(it -> ids.add(it.at("/id").toString()));
    }
    return ids;
  }

  @Test
  void noOperationOfARepositoryLoosensWhatItsProjectEnforces() {
    enforceEverything();
    Set<String> enforced = rules();
    assertThat(enforced).hasSizeGreaterThan(BuiltInHooks.ALL.size() + 5);
    Map<String, String> loosened = new LinkedHashMap<>();
    int asked = 0;
    for (String operation : RestOperations.of(kit.server)) {
      boolean changes = !operation.startsWith("GET ") && operation.contains("/repos/{");
      if (!changes
          || !operation.matches(
              ".*/(settings|hook-scripts|restrictions|condition|branchmodel|tasks|enabled)\\b.*")) {
        continue;
      }
      for (String path : paths(operation)) {
        for (String body : operation.startsWith("DELETE ") ? List.of("") : bodies(operation)) {
          String method = operation.substring(0, operation.indexOf(' '));
          Response response = boss.send(method, path, body.isEmpty() ? null : body);
          asked++;
          assertThat(response.status()).as("%s %s", path, body).isLessThan(500);
          if (response.status() < 300 && !rules().containsAll(enforced)) {
            Set<String> gone = new LinkedHashSet<>(enforced);
            gone.removeAll(rules());
            loosened.put(operation + " " + path + " " + body, gone.toString());
          }
        }
      }
    }
    assertThat(asked).isGreaterThan(150);
    assertThat(loosened).isEmpty();
  }

  @Test
  void anEnforcedHookIsNotSwitchedOff() {
    enforce(PATTERN, "{'pattern':'^Add .*'}");
    String own = kit.path + "/settings/hooks/" + escaped(PATTERN);
    for (Response refused :
        List.of(
            boss.delete(own + "/enabled"),
            boss.delete(project + "/settings/hooks/" + escaped(PATTERN) + "/enforced"))) {
      assertThat(refused.status()).isIn(401, 409);
    }
    assertThat(boss.delete(own + "/enabled").at("/errors/0/message"))
        .contains(kit.repository.project().key(), "enforces the hook", "stricter");
    done(boss.put(own + "/enabled", "{'pattern':'.*'}"));
    assertThat(boss.get(own).at("/enforced")).isEqualTo("true");
    kit.work.commit("x", "x");
    kit.work.git("commit", "--quiet", "--amend", "-m", "Whatever");
    GitFixture.Result push = kit.work.run("push", "origin", "HEAD:refs/heads/other");
    assertThat(push.exitCode()).as(push.errors()).isNotZero();
    done(kit.admin.delete(project + "/settings/hooks/" + escaped(PATTERN) + "/enforced"));
    GitFixture.Result left = kit.work.run("push", "origin", "HEAD:refs/heads/other");
    assertThat(left.exitCode()).as("the repository's own pattern: %s", left.errors()).isZero();
  }

  @Test
  void whatARepositoryHasSaidBeforeCountsNoMore() {
    String condition = MergeCondition.MINIMUM_APPROVALS.key();
    String own = kit.path + "/settings/hooks/" + escaped(condition);
    String check = "/rest/insights/latest/" + kit.path + "/settings/merge-checks/scan";
    done(boss.delete(own + "/enabled"));
    done(boss.put(check, "{'mustPass':false}"));
    done(boss.put(kit.path + "/hook-scripts/" + script, "{'triggerIds':['branch-create']}"));
    enforceEverything();
    assertThat(rules())
        .contains("script repo-push", "script branch-create")
        .anyMatch(it -> it.contains("required report \"scan\" is missing"));
    assertThat(kit.admin.get(kit.path + "/settings/pull-requests").at("/requiredApprovers"))
        .isEqualTo("2");
    done(boss.put(own + "/enabled", "{'requiredCount':4}"));
    assertThat(kit.admin.get(kit.path + "/settings/pull-requests").at("/requiredApprovers"))
        .as("tightened")
        .isEqualTo("4");
    done(kit.admin.delete(project + "/settings/hooks/" + escaped(condition) + "/enabled"));
    assertThat(kit.admin.get(project + "/settings/hooks/" + escaped(condition)).at("/enforced"))
        .as("what is off enforces nothing")
        .isEqualTo("false");
    Response off =
        kit.admin.put(project + "/settings/hooks/" + escaped(condition) + "/enforced", "");
    assertThat(off.status()).isEqualTo(409);
  }
}
