package org.packhouse.app.identity.setup;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium;
import org.packhouse.app.web.Chromium.Look;

/** The first start, as a person goes through it in a real browser. */
@Tag("browser")
class SetupWalkTest {

  @ParameterizedTest
  @CsvSource({"LIGHT, " + Chromium.PLAIN_HOST, "NIGHT_PHONE, localhost"})
  void leadsFromAnyPageToTheFirstPush(Look look, String host, @TempDir Path directory) {
    try (TestingServer server =
            TestingServer.builder()
                .without("setup.sysadmin.username")
                .without("setup.sysadmin.password")
                .start();
        Chromium chromium = new Chromium(server, host)) {
      Page page = chromium.open(look);
      setUp(page, server, chromium);
      pushFirst(page, server, chromium, directory);
      page.navigate("/getting-started");
      assertThat(page.locator(".step.done")).hasCount(2);
      Assertions.assertThat(
              chromium.complaints().stream().filter(it -> !it.contains("status of 400")))
          .isEmpty();
      page.navigate("/admin/users");
      assertThat(page.locator("main")).containsText("The Boss");
    }
  }

  private static void setUp(Page page, TestingServer server, Chromium chromium) {
    page.navigate("/projects");
    assertThat(page).hasURL(chromium.base() + "/setup");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    page.fill("#token", server.get(SetupToken.class).get());
    page.click("text=Continue");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    Assertions.assertThat(Chromium.overflow(page)).isZero();
    assertThat(page.locator("#displayName")).isFocused();
    assertThat(page.locator("nav[aria-label=Main]")).hasCount(0);
    assertThat(page.locator("#baseUrl")).hasValue(chromium.base());
    page.fill("#displayName", "House of tests");
    page.fill("#username", "no spaces, please");
    page.fill("#fullName", "The Boss");
    page.fill("#emailAddress", "nowhere");
    page.fill("#password", "short");
    page.fill("#passwordConfirm", "another");
    page.click("main button[type=submit]");
    assertThat(page.locator("[role=alert]")).isVisible();
    for (String field : List.of("username", "emailAddress", "password", "passwordConfirm")) {
      assertThat(page.locator("#error-" + field)).isVisible();
    }
    assertThat(page.locator("#username")).isFocused();
    assertThat(page.locator("#fullName")).hasValue("The Boss");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    page.fill("#username", "boss");
    page.fill("#emailAddress", "boss@example.org");
    page.fill("#password", "boss-password-1");
    page.fill("#passwordConfirm", "boss-password-1");
    page.click("main button[type=submit]");
    assertThat(page).hasURL(chromium.base() + "/getting-started");
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    Assertions.assertThat(Chromium.overflow(page)).isZero();
    assertThat(page.locator(".step.done")).hasCount(0);
  }

  private static void pushFirst(
      Page page, TestingServer server, Chromium chromium, Path directory) {
    page.click("text=Create a project");
    page.fill("#field-name", "Sea charts");
    assertThat(page.locator("#field-key")).hasValue("SEACHARTS");
    page.click("main button[type=submit]");
    page.click("main >> text=Create repository");
    page.fill("#field-name", "Coasts");
    page.click("main button[type=submit]");
    assertThat(page.locator("#http-existing"))
        .containsText(chromium.base() + "/scm/seacharts/coasts.git");
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("coast", "1\n");
    String address = server.cloneUrl("SEACHARTS/coasts", "boss", "boss-password-1");
    git.git("push", "--quiet", address, "main");
    assertThat(page.locator("#tree")).containsText("coast");
  }
}
