package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/** Imports by pages, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImportWalkTest {

  private TestingServer server;
  private Chromium chromium;
  private Page page;
  private Project project;
  private Repository source;
  private Path directory;

  @BeforeAll
  void start(@TempDir Path temporary) {
    directory = temporary;
    server = TestingServer.shared();
    chromium = new Chromium(server);
    TestingProjects projects = TestingProjects.in(server);
    project = projects.project();
    source = projects.repository();
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    work.commit("README.md", "# Brought\n");
    work.git("push", "--quiet", server.cloneUrl(source), "main");
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
  void bringsARepositoryOnceTheRightPasswordIsGiven() {
    String name = TestingProjects.name("brought");
    page.navigate(Links.to(project));
    page.getByRole(AriaRole.LINK, named("Import repository")).first().click();
    fill("ftp://example.org/x.git", name, null, null);
    assertThat(page.locator("#error-url")).containsText("by http and https, not by \"ftp\"");
    chromium.complaints();
    fill(server.httpUrl() + "/scm/" + source.path() + ".git", name, "admin", "wrong");
    assertThat(page.locator("#progress")).containsText("The import failed");
    assertThat(page.locator("#progress [role=alert]"))
        .containsText("did not accept the user name and password");
    page.reload();
    page.fill("#field-username", "admin");
    page.fill("#field-password", TestingServer.ADMIN_PASSWORD);
    click("Try again");
    assertThat(page.locator("#progress")).containsText("Imported");
    click(AriaRole.LINK, "Open the repository");
    assertThat(page.locator("main")).containsText("Brought");
  }

  @Test
  void administratorsSayFromWhichAddressesRepositoriesMayCome() {
    page.navigate("/admin/imports");
    assertThat(page.locator("#field-addresses")).hasValue("127.0.0.1\n::1");
    page.fill("#field-addresses", "10.0.0.0/8\nexample.org");
    click("Save addresses");
    assertThat(page.locator("#error-addresses")).containsText("\"example.org\" is neither");
    assertThat(page.locator("#field-addresses")).hasValue("10.0.0.0/8\nexample.org");
    try {
      page.fill("#field-addresses", " 10.0.0.0/8, 10.0.0.0/8 ");
      click("Save addresses");
      assertThat(page.locator("#field-addresses")).hasValue("10.0.0.0/8");
      org.assertj.core.api.Assertions.assertThat(Chromium.barriers(page)).isEmpty();
      page.navigate(Links.to(project) + "/import");
      fill(server.httpUrl() + "/scm/" + source.path() + ".git", "refused", null, null);
      assertThat(page.locator("#error-url")).containsText("under Administration, Imports");
      chromium.complaints();
    } finally {
      page.navigate("/admin/imports");
      click("Use those of the settings");
    }
    assertThat(page.locator("#field-addresses")).hasValue("127.0.0.1\n::1");
    assertThat(page.locator("text=Use those of the settings")).hasCount(0);
    page.navigate("/admin/audit");
    assertThat(page.locator("main")).containsText("import.addresses-changed");
  }

  @Test
  void showsHowFarItIsAndCancels() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    HttpServer silent =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      silent.setExecutor(threads);
      silent.createContext(
          "/",
          exchange -> {
            try (exchange) {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      silent.start();
      String name = TestingProjects.name("silent");
      page.navigate(Links.to(project) + "/import");
      fill("http://127.0.0.1:" + silent.getAddress().getPort() + "/x.git", name, null, null);
      assertThat(page.locator("#progress")).containsText("Connecting");
      page.navigate(Links.to(project) + "/repos/" + name + "/browse");
      assertThat(page.locator("#progress h2")).hasText("Importing");
      List<String> findings = new ArrayList<>(Chromium.barriers(page));
      click("Cancel import");
      assertThat(page.locator("#progress")).containsText("The import was cancelled");
      findings.addAll(Chromium.barriers(page));
      org.assertj.core.api.Assertions.assertThat(findings).isEmpty();
    } finally {
      end.countDown();
      silent.stop(0);
      threads.close();
    }
  }

  @Test
  void bringsADirectoryOfRepositories() throws IOException {
    String name = TestingProjects.name("folder");
    Path many =
        Files.createDirectories(server.home().resolve(TestingServer.IMPORT_ROOT + "/" + name));
    GitFixture work = GitFixture.in(directory.resolve("work"));
    for (int i = 1; i <= 3; i++) {
      work.git("clone", "--quiet", "--bare", ".", many.resolve("tool-" + i + ".git").toString());
    }
    Files.writeString(many.resolve("tool-2.git/packed-refs"), "5".repeat(40) + " refs/heads/x\n");
    page.navigate("/admin/imports");
    page.fill("#field-directory", name);
    page.fill("#field-projectKey", project.key());
    click("Import all");
    assertThat(page.locator("#bulk [role=status]")).hasText("All 3 repositories are done.");
    assertThat(page.locator("#bulk")).containsText("objects that its branches or tags need");
    org.assertj.core.api.Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    page.getByRole(AriaRole.LINK, named("Failed 1")).click();
    assertThat(page.locator("#bulk ul.rows li")).hasCount(1);
    click("Try those again that failed");
    assertThat(page.locator("#bulk [role=status]")).hasText("All 3 repositories are done.");
  }

  private void fill(String url, String name, @Nullable String user, @Nullable String password) {
    page.fill("#field-url", url);
    page.fill("#field-name", name);
    page.fill("#field-username", user == null ? "" : user);
    page.fill("#field-password", password == null ? "" : password);
    click("Import repository");
  }

  private void click(String button) {
    click(AriaRole.BUTTON, button);
  }

  private void click(AriaRole role, String name) {
    page.getByRole(role, named(name)).first().click();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }
}
