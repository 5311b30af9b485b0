package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Walks all pages, and git's advertisement of refs, with access tokens: a token opens no page but
 * those by which programs read content, and git as far as its scope says.
 */
class PagesByTokenTest {

  private static final String PASSWORD = "correct horse battery";
  private static final Pattern VARIABLE =
      Pattern.compile("\\{([^:}*]+)(?::(?:[^{}]|\\{[^}]*})*)?}");
  private static final Pattern CONTENT =
      Pattern.compile(
          "GET /(projects|users)/[^/]+(/avatar\\.png|/repos/[^/]+/(raw|archive)(/.*)?)");

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Repository repository = TestingProjects.in(server).repository();

  @Test
  void aTokenOpensNoPage() {
    User admin = people.user(TestingServer.ADMIN);
    String secret = people.token(admin, Permission.PROJECT_ADMIN, Permission.REPO_ADMIN);
    List<TestingRest> clients =
        List.of(TestingRest.token(server, secret), TestingRest.user(server, admin.name(), secret));
    List<String> opened = new ArrayList<>();
    List<String> pages = pages();
    assertThat(pages).hasSizeGreaterThan(200);
    for (String page : pages) {
      int space = page.indexOf(' ');
      for (TestingRest client : clients) {
        Response response =
            client.sendAs(
                page.substring(0, space),
                page.substring(space + 1),
                "application/x-www-form-urlencoded",
                page.startsWith("GET ") ? null : "name=a");
        boolean known = response.response().headers().firstValue("X-AUSERNAME").isPresent();
        // Addresses of the dialect lead on to pages, whoever asks.
        boolean leadsOn = page.startsWith("GET /plugins/") && response.status() == 302;
        if (known && !leadsOn && !CONTENT.matcher(page).matches()) {
          opened.add(page);
        }
      }
    }
    assertThat(opened).isEmpty();
  }

  @Test
  void aTokenReadsAndWritesByGitWhatItsScopeSays() {
    User user = people.createUser(TestingPeople.uniqueName("git"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    TreeMap<Permission, String> found = new TreeMap<>();
    for (Permission scope :
        List.of(
            Permission.PROJECT_READ,
            Permission.PROJECT_WRITE,
            Permission.PROJECT_ADMIN,
            Permission.REPO_READ,
            Permission.REPO_WRITE,
            Permission.REPO_ADMIN)) {
      String ofUser = people.token(user, scope);
      found.put(scope, byGit(ofUser));
      String ofProject =
          people.token(new TokenOwner.OfProject(repository.project().id()), null, scope).secret();
      assertThat(byGit(ofProject))
          .describedAs("%s of the project", scope)
          .isEqualTo(found.get(scope));
    }
    assertThat(found.toString())
        .isEqualTo(
            "{PROJECT_READ=200 403, PROJECT_WRITE=200 200, PROJECT_ADMIN=200 200,"
                + " REPO_READ=200 403, REPO_WRITE=200 200, REPO_ADMIN=200 200}");
  }

  private String byGit(String secret) {
    TestingRest client = TestingRest.token(server, secret);
    String refs =
        "/scm/%s/%s.git/info/refs?service="
            .formatted(repository.project().key(), repository.slug());
    return client.get(refs + "git-upload-pack").status()
        + " "
        + client.get(refs + "git-receive-pack").status();
  }

  private List<String> pages() {
    List<String> pages = new ArrayList<>();
    server
        .get(RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach((info, handler) -> {
          if (handler.getBeanType().getName().startsWith("org.packhouse.app.web.")) {
            for (String pattern : info.getPatternValues()) {
              for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                pages.add(method + " " + fill(pattern));
              }
            }
          }
        });
    return pages;
  }

  private String fill(String pattern) {
    return VARIABLE
        .matcher(pattern.replaceAll("\\{\\*[a-z]+}", "README.md"))
        .replaceAll(variable ->
            switch (variable.group(1)) {
              case "projectKey", "key" -> repository.project().key();
              case "repositorySlug", "slug" -> repository.slug();
              default -> "1";
            });
  }
}
