package org.packhouse.app.contract;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

/** The world that the calls find on the server, by the names that {@code calls.tsv} has for it. */
final class CallWorld {

  private static final Pattern NAME = Pattern.compile("\\$\\{([A-Za-z0-9]+)}");
  private static final String BOUNDARY = "----boundary-of-the-calls";

  private final TestingServer server;
  private final TestingRest rest;
  private final Map<String, String> values = new ConcurrentHashMap<>();

  CallWorld(TestingServer server, Path directory) {
    this.server = server;
    this.rest = TestingRest.admin(server);
    TestingPeople people = TestingPeople.of(server);
    TestingProjects projects = TestingProjects.in(server);
    Project project = projects.project();
    Repository repository = projects.repository(project);
    values.put("project", project.key());
    values.put("slug", repository.slug());
    values.put("repositoryId", Long.toString(repository.id()));
    values.put("target", projects.project().key());
    values.put("empty", projects.repository(project).slug());
    Repository doomed = projects.repository(project);
    values.put("doomed", doomed.slug());
    values.put("doomedId", Long.toString(doomed.id()));
    Repository purged = projects.repository(project);
    values.put("purged", purged.slug());
    values.put("purgedId", Long.toString(purged.id()));
    values.put("doomedProject", projects.project().key());
    values.put(
        "user", people.createUser(TestingPeople.uniqueName("caller"), "a-password-1").slug());
    people.createGroup(TestingPeople.uniqueName("group"));
    values.put("group", TestingPeople.uniqueName("crowd"));
    people.createGroup(values.get("group"));
    try (TestingSsh ssh = TestingSsh.of(server)) {
      for (String key : new String[] {"key1", "key2", "key3"}) {
        String[] text = ssh.publicKey(ssh.createKey("ed25519")).split(" ", 3);
        values.put(key, text[0] + " " + text[1]);
      }
    }
    push(directory, repository);
  }

  private void push(Path directory, Repository repository) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("README.md", "# Title\n").write("LICENSE.md", "Free.\n");
    git.write("CONTRIBUTING.md", "Do.\n").write("src/Main.java", "class Main {}\n");
    git.link("link", "/etc/passwd").write("\u00e9t\u00e9.txt", "warm\n");
    values.put("first", git.commitAll("Begin"));
    git.git("update-index", "--add", "--cacheinfo", "160000," + values.get("first") + ",module");
    git.git("tag", "-a", "-m", "First", "v1");
    git.git("tag", "plain");
    git.git("checkout", "--quiet", "-b", "feature");
    git.git("mv", "src/Main.java", "src/Start.java");
    values.put("renaming", git.commitAll("Rename"));
    git.git("checkout", "--quiet", "main");
    git.write("src/Main.java", "class Main {\n  int a;\n}\n");
    values.put("commit", git.commitAll("Change"));
    git.git("branch", "spare");
    git.git("push", "--quiet", server.cloneUrl(repository), "--all");
    git.git("push", "--quiet", server.cloneUrl(repository), "--tags");
  }

  /** The administrator. */
  TestingRest rest() {
    return rest;
  }

  void keep(String name, String value) {
    values.put(name, value);
  }

  TestingRest.Response send(Call call) {
    String path = call.path(this::usual, this::fill);
    String body = fill(call.body());
    if (body.startsWith("form:")) {
      return rest.sendAs(
          call.method(),
          path,
          "multipart/form-data; boundary=" + BOUNDARY,
          form(body.substring(5)));
    }
    return rest.send(call.method(), path, body.isEmpty() ? null : body);
  }

  /** The path of a call without its query. */
  String place(Call call) {
    String path = call.path(this::usual, this::fill);
    int question = path.indexOf('?');
    return question < 0 ? path : path.substring(0, question);
  }

  /** The operation as the administrator, on a project and with names and numbers of nothing. */
  TestingRest.Response sendNowhere(String method, String pattern) {
    String path =
        pattern
            .replace("{projectKey}", "NOWHERE")
            .replaceAll("\\{\\*?(name|path)}", "nothing")
            .replaceAll("\\{[a-zA-Z]*Id}", "999999999")
            .replaceAll("\\{[^}]*}", "nothing");
    return rest.send(method, path, method.equals("GET") || method.equals("DELETE") ? null : "{}");
  }

  /** What a variable of a path stands for unless a call says otherwise. */
  String usual(String variable) {
    return switch (variable) {
      case "projectKey" -> value("project");
      case "repositorySlug", "slug" -> value("slug");
      case "userSlug" -> value("user");
      case "commitId" -> value("commit");
      case "path" -> "src/Main.java";
      case "name" -> "v1";
      default -> value(variable);
    };
  }

  /** Puts values in the place of their names. */
  String fill(String text) {
    return NAME.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(match.group(1))));
  }

  private String value(String name) {
    String value = values.get(name);
    return value == null ? "no-" + name : value;
  }

  private static String form(String fields) {
    StringBuilder form = new StringBuilder();
    for (String field : fields.split("&", -1)) {
      int equals = field.indexOf('=');
      String name = field.substring(0, equals);
      String value = field.substring(equals + 1);
      form.append("--").append(BOUNDARY).append("\r\nContent-Disposition: form-data; name=\"");
      form.append(name).append('"');
      if (value.startsWith("@")) {
        form.append("; filename=\"file\"");
        value = value.substring(1);
      }
      form.append("\r\n\r\n").append(value).append("\r\n");
    }
    form.append("--").append(BOUNDARY).append("--\r\n");
    return new String(form.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
