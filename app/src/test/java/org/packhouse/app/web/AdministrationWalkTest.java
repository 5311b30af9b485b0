package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.process.InstalledGit;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Administrators' work on pages, done in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdministrationWalkTest {

  private static final String PASSWORD = "a password of a user";

  private TestingServer server;
  private TestingPeople people;
  private Chromium chromium;
  private Page page;

  @BeforeAll
  void start() {
    server = TestingServer.shared();
    people = TestingPeople.of(server);
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @BeforeEach
  void signIn() {
    page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
  }

  @AfterEach
  void leave() {
    page.context().close();
  }

  @Test
  void readsTheVersionsThatTheNodeRunsOn() {
    page.navigate("/admin/users");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("System")).click();
    Locator versions = page.getByLabel("Versions");
    assertThat(versions).containsText(server.get(InstalledGit.class).version());
    assertThat(versions).containsText("PostgreSQL");
  }

  @Test
  void makesAGroupFillsItAndDeletesIt() {
    User user = people.createUser(TestingPeople.uniqueName("walker"), PASSWORD);
    String group = TestingPeople.uniqueName("walkers");
    page.navigate("/admin/groups");
    page.fill("#field-name", group);
    click("Create group");
    assertThat(page.locator("h2").first()).hasText(group);
    page.fill("#field-user", "nobody-of-that-name");
    click("Add to group");
    assertThat(page.locator("#error-user")).containsText("nobody-of-that-name");
    page.fill("#field-user", user.name());
    click("Add to group");
    assertThat(box("Members")).containsText(user.name());
    click("Take " + user.displayName() + " out of the group");
    assertThat(box("Members")).not().containsText(user.name());
    page.fill("#field-confirm", group);
    click("Delete group");
    assertThat(page.locator(".note")).containsText("is deleted");
  }

  @Test
  void editsAUserAndGivesALinkForANewPassword() {
    User user = people.createUser(TestingPeople.uniqueName("edited"), PASSWORD);
    page.navigate("/admin/users?filter=" + user.name());
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(user.displayName())).click();
    page.fill("#field-displayName", "Edited Name");
    click("Save");
    assertThat(page.locator("h2").first()).containsText("Edited Name");
    page.fill("#field-group", "no-such-group");
    click("Add to group");
    assertThat(page.locator("#error-group")).containsText("no-such-group");
    click("Reset password");
    String link = page.locator(".note code").textContent();
    Page owner = chromium.open(Look.PHONE);
    String path = link.replaceFirst("^https?://[^/]+", "");
    owner.navigate(path);
    owner.fill("#field-password", "short");
    owner.fill("#field-again", "short");
    owner.getByText("Set password").click();
    assertThat(owner.locator("#error-password")).containsText("8 to 255");
    owner.fill("#field-password", "a new password");
    owner.fill("#field-again", "a new password");
    owner.getByText("Set password").click();
    assertThat(owner.locator(".note")).containsText("Sign in with it");
    owner.fill("#username", user.name());
    owner.fill("#password", "a new password");
    owner.getByText("Sign in", new Page.GetByTextOptions().setExact(true)).last().click();
    owner.navigate("/account");
    assertThat(owner.locator("#field-displayName")).hasValue("Edited Name");
    Assertions.assertThat(owner.navigate(path).status()).isEqualTo(404);
    click("End all sessions");
    assertThat(page.locator(".note").first()).containsText("are ended");
    owner.navigate("/account");
    assertThat(owner).hasURL(Pattern.compile(".*/login.*"));
    owner.context().close();
  }

  @Test
  void letsAUserCreateProjectsAndTakesItBack() {
    User user = people.createUser(TestingPeople.uniqueName("maker"), PASSWORD);
    page.navigate("/admin/permissions");
    page.fill("#field-name", user.name());
    page.selectOption("#permission", "PROJECT_CREATE");
    click("Grant access");
    assertThat(box("Global permissions")).containsText(user.name());
    click("Take the permission of " + user.displayName() + " back");
    assertThat(box("Global permissions")).not().containsText(user.name());
  }

  @Test
  void leadsNobodyToPagesThatOnlySystemAdministratorsSee() {
    page.navigate("/admin/users");
    assertThat(page.locator(".side-nav")).containsText("Imports");
    assertThat(page.locator(".side-nav")).containsText("Maintenance");
    User user = people.createUser(TestingPeople.uniqueName("lower"), PASSWORD);
    people.grant(user, Permission.ADMIN);
    Page lower = chromium.open(Look.LIGHT, user.name(), PASSWORD);
    lower.navigate("/admin/users");
    assertThat(lower.locator(".side-nav")).containsText("Trash");
    assertThat(lower.locator(".side-nav")).not().containsText("Imports");
    assertThat(lower.locator(".side-nav")).not().containsText("Maintenance");
    lower.context().close();
  }

  @Test
  void refusesToLockTheAdministratorOut() {
    page.navigate("/admin/permissions");
    page.fill("#field-name", TestingServer.ADMIN);
    page.selectOption("#permission", "LICENSED_USER");
    click("Grant access");
    assertThat(page.locator("[role=alert]")).isVisible();
    chromium.complaints();
  }

  @Test
  void showsWhereAPermissionOnARepositoryComesFrom() {
    Repository repository = TestingProjects.in(server).repository();
    User direct = people.createUser(TestingPeople.uniqueName("direct"), PASSWORD);
    User through = people.createUser(TestingPeople.uniqueName("through"), PASSWORD);
    people.grant(direct, new RepositoryId(repository.id()), Permission.REPO_READ);
    people.grant(through, new ProjectId(repository.project().id()), Permission.PROJECT_WRITE);
    page.navigate(Links.to(repository) + "/permissions");
    assertThat(box("Permissions")).containsText(direct.name());
    assertThat(box("Permissions")).not().containsText(through.name());
    Locator inherited =
        box("Inherited permissions")
            .locator("li", new Locator.LocatorOptions().setHasText(through.name()));
    assertThat(inherited).containsText("Write");
    assertThat(inherited).containsText("from the project");
    assertThat(box("Inherited permissions")).containsText("from the server");
    page.getByLabel("Permission of " + direct.displayName()).first().selectOption("REPO_ADMIN");
    click("Change the permission of " + direct.displayName());
    assertThat(page.getByLabel("Permission of " + direct.displayName()).first())
        .hasValue("REPO_ADMIN");
  }

  @Test
  void opensAProjectToEverybodyWhoSignedIn() {
    Repository repository = TestingProjects.in(server).repository();
    page.navigate(Links.to(repository.project()) + "/permissions");
    page.selectOption("#by-default", "PROJECT_READ");
    page.locator("form[action$='/permissions/default'] button").click();
    page.navigate(Links.to(repository) + "/permissions");
    assertThat(box("Inherited permissions")).containsText("Everybody who signed in");
    User user = people.createUser(TestingPeople.uniqueName("anybody"), PASSWORD);
    TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
    Assertions.assertThat(rest.get(path(repository)).status()).isEqualTo(200);
  }

  @Test
  void makesATokenOfARepositoryThatOpensIt() {
    Repository repository = TestingProjects.in(server).repository();
    page.navigate(Links.to(repository) + "/access-tokens");
    page.fill("#field-name", "nightly build");
    click("Create token");
    String secret = page.inputValue("#made");
    Assertions.assertThat(bearer(secret, path(repository))).isEqualTo(200);
    page.navigate(Links.to(repository) + "/access-tokens");
    click("Revoke the token nightly build");
    assertThat(page.locator(".note")).containsText("revoked");
    Assertions.assertThat(bearer(secret, path(repository))).isEqualTo(401);
  }

  @Test
  void admitsAKeyToAProject() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    try (TestingSsh ssh = TestingSsh.of(server)) {
      Path key = ssh.createKey("ed25519");
      String line = Files.readString(key.resolveSibling(key.getFileName() + ".pub"));
      page.navigate(Links.to(repository.project()) + "/access-keys");
      page.fill("#field-text", line);
      page.fill("#field-label", "agent");
      click("Add key");
      assertThat(box("Access keys")).containsText("agent");
      Assertions.assertThat(
              ssh.git(key, ssh.directory(), "ls-remote", ssh.url(repository)).status())
          .isZero();
      click("Remove the key agent");
      Assertions.assertThat(
              ssh.git(key, ssh.directory(), "ls-remote", ssh.url(repository)).status())
          .isNotZero();
    }
  }

  @Test
  void locksTheServerAndOpensItAgain() {
    page.navigate("/admin/maintenance");
    page.fill("#field-message", "Back at ten.");
    try {
      click("Begin maintenance");
      assertThat(page.locator("main")).containsText("Back at ten.");
      Page visitor = chromium.open(Look.LIGHT);
      visitor.navigate("/projects");
      assertThat(visitor.locator("main")).containsText("Back at ten.");
      visitor.context().close();
      click("End maintenance");
      assertThat(page.locator(".note")).containsText("open again");
    } finally {
      TestingRest.admin(server)
          .put("/rest/packhouse/latest/admin/maintenance", "{'enabled': false}");
      chromium.complaints();
    }
  }

  @Test
  void announcesOnEveryPageAndTakesItBack() {
    page.navigate("/admin/banner");
    click("Save banner");
    assertThat(page.locator("main [role=alert], #error-message").first()).isVisible();
    page.fill("#field-message", "Upgrade **tonight**");
    page.selectOption("#audience", "AUTHENTICATED");
    click("Save banner");
    assertThat(page.locator("aside.banner strong")).hasText("tonight");
    assertThat(page.locator("#audience")).hasValue("AUTHENTICATED");
    page.uncheck("#field-enabled");
    click("Save banner");
    assertThat(page.locator("aside.banner")).hasCount(0);
    assertThat(page.locator("#field-message")).hasValue("Upgrade **tonight**");
    click("Remove banner");
    assertThat(page.locator("#field-message")).hasValue("");
  }

  @Test
  void changesWhatALoggerWrites() {
    page.navigate("/admin/logging");
    page.fill("#field-loggerName", "no logger");
    click("Change level");
    assertThat(page.locator("#error-loggerName")).isVisible();
    assertThat(page.locator("#field-loggerName")).hasValue("no logger");
    page.fill("#field-loggerName", "org.packhouse.walked");
    page.selectOption("#levelName", "WARN");
    click("Change level");
    assertThat(
            page.locator("main li", new Page.LocatorOptions().setHasText("org.packhouse.walked")))
        .containsText("WARN");
  }

  private void click(String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
        .click();
  }

  private Locator box(String label) {
    return page.locator("section.box[aria-label='" + label + "']");
  }

  private static String path(Repository repository) {
    return "/rest/api/latest/projects/%s/repos/%s"
        .formatted(repository.project().key(), repository.slug());
  }

  private int bearer(String token, String path) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(server.httpUrl().resolve(path))
                  .header("Authorization", "Bearer " + token)
                  .build(),
              BodyHandlers.discarding())
          .statusCode();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
