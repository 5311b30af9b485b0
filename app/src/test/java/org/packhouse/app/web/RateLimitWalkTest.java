package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.ratelimit.RefusedRequests;
import org.packhouse.app.identity.ratelimit.RefusedRequests.Order;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;

/** An administrator limits requests, makes an exception, and reads who was refused. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RateLimitWalkTest {

  private static final String PASSWORD = "a password of a user";

  private TestingServer server;
  private TestingPeople people;
  private Chromium chromium;

  @BeforeAll
  void start() {
    server = TestingServer.builder().start();
    people = TestingPeople.of(server);
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
    server.close();
  }

  @Test
  void limitsRequestsAndMakesAnException() {
    User busy = people.createUser(TestingPeople.uniqueName("busy"), PASSWORD);
    User free = people.createUser(TestingPeople.uniqueName("free"), PASSWORD);
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate("/admin/users");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Rate limiting")).click();

    page.check("#field-enabled");
    page.fill("#field-capacity", "none");
    click(page, "Save limits");
    assertThat(page.locator("#error-capacity")).containsText("\"none\"");
    assertThat(page.locator("#field-enabled")).isChecked();
    page.fill("#field-capacity", "1");
    page.fill("#field-fillRate", "1");
    click(page, "Save limits");
    assertThat(page.locator(".note.good")).containsText("Requests are limited.");

    page.fill("#field-user", "nobody-of-that-name");
    click(page, "Make exception");
    assertThat(page.locator("#error-user")).containsText("nobody-of-that-name");
    page.fill("#field-user", free.name());
    click(page, "Make exception");
    assertThat(box(page, "Exceptions")).containsText(free.name());
    assertThat(box(page, "Exceptions")).containsText("Not limited");
    for (int i = 0; i < 5; i++) {
      Assertions.assertThat(status(free)).isEqualTo(200);
    }

    await().until(() -> status(busy) == 429);
    status(busy);
    await()
        .until(() -> !server.get(RefusedRequests.class).list(Order.NEWEST, true, 0, 1).isEmpty());
    page.reload();
    assertThat(box(page, "Refused requests")).containsText(busy.name());
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Most often first")).click();
    assertThat(box(page, "Refused requests")).containsText(busy.name());

    click(page, "End the exception of " + free.displayName());
    assertThat(box(page, "Exceptions")).not().containsText(free.name());
    page.uncheck("#field-enabled");
    click(page, "Save limits");
    assertThat(page.locator(".note.good")).containsText("Nobody is limited.");
    Assertions.assertThat(status(busy)).isEqualTo(200);
    Assertions.assertThat(status(busy)).isEqualTo(200);
    page.context().close();
  }

  private int status(User user) {
    return TestingRest.user(server, user.name(), PASSWORD).get("users?limit=1").status();
  }

  @Test
  void givesAUserALimitWithoutAnyScript() {
    User user = people.createUser(TestingPeople.uniqueName("slow"), PASSWORD);
    Page page = chromium.openWithoutScript(TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate("/admin/rate-limits");
    page.fill("#field-user", user.name());
    page.check("#exempt-no");
    click(page, "Make exception");
    assertThat(page.locator("#error-ownCapacity")).containsText("whole number");
    assertThat(page.locator("#exempt-no")).isChecked();
    page.fill("#field-ownCapacity", "7");
    page.fill("#field-ownFillRate", "2");
    click(page, "Make exception");
    assertThat(box(page, "Exceptions")).containsText("7 at once, 2 a second");
    page.fill("#filter", user.name());
    page.press("#filter", "Enter");
    assertThat(box(page, "Exceptions").locator("li")).hasCount(1);
    page.context().close();
  }

  @Test
  void changesNothingOfWhomAnAdministratorIsNotOver() {
    User lower = people.createUser(TestingPeople.uniqueName("lower"), PASSWORD);
    people.grant(lower, Permission.ADMIN);
    Page page = chromium.open(Look.LIGHT, lower.name(), PASSWORD);
    page.navigate("/admin/rate-limits");
    page.fill("#field-user", TestingServer.ADMIN);
    click(page, "Make exception");
    assertThat(page.locator("main")).containsText("SYS_ADMIN");
    chromium.complaints();
    page.context().close();
  }

  private static void click(Page page, String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
        .click();
  }

  private static Locator box(Page page, String label) {
    return page.locator("section.box[aria-label='" + label + "']");
  }
}
