package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;

/** The console of tickets, and what everybody sees of a busy server. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThrottleWalkTest {

  private static final TicketRequest CLONE =
      TicketRequest.of(Work.CLONE, Target.repository(1), "ada");

  private TestingServer server;
  private Tickets tickets;
  private Chromium chromium;

  @BeforeAll
  void start() {
    server =
        TestingServer.builder()
            .with("throttle.resource.scm-hosting.strategy", "fixed")
            .with("throttle.resource.scm-hosting.fixed.limit", "1")
            .with("throttle.resource.scm-hosting.timeout", "5m")
            .with("throttle.resource.busy.message.timeout", "1h")
            .start();
    tickets = server.get(Tickets.class);
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
    server.close();
  }

  @Test
  void tellsOfQueuesAndRefusalsAndSetsLimits() throws Exception {
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    Page visitor = chromium.open(Look.LIGHT);
    page.navigate("/projects");
    assertThat(banner(page)).hasCount(0);

    try (ExecutorService threads = Executors.newCachedThreadPool();
        Ticket first = tickets.acquire(CLONE)) {
      Future<Ticket> second = threads.submit(() -> tickets.acquire(CLONE));
      await().until(() -> tickets.state(Bucket.SCM_HOSTING).queued() == 1);
      await()
          .untilAsserted(() -> {
            page.navigate("/projects");
            Assertions.assertThat(banner(page).count()).isEqualTo(1);
          });
      assertThat(banner(page)).containsText("wait for their turn");
      visitor.navigate("/login");
      assertThat(banner(visitor)).containsText("wait for their turn");
      assertThat(banner(visitor).getByRole(AriaRole.LINK)).hasCount(0);
      banner(page).getByRole(AriaRole.LINK).click();
      assertThat(bucket(page)).containsText("1 of 1");
      assertThat(bucket(page)).containsText("1 waiting");

      page.selectOption("#field-bucket", "scm-hosting");
      page.fill("#field-limit", "many");
      click(page, "Set limit");
      assertThat(page.locator("#error-limit")).containsText("\"many\"");
      chromium.complaints();
      page.fill("#field-limit", "2");
      click(page, "Set limit");
      assertThat(page.locator(".note.good")).containsText("The limit of scm-hosting is 2 now.");
      second.get().close();
      // The figures follow without a click.
      assertThat(bucket(page))
          .containsText("1 of 2", new LocatorAssertions.ContainsTextOptions().setTimeout(30_000));
      assertThat(bucket(page)).not().containsText("1 waiting");
      assertThat(bucket(page)).containsText("set by hand");
      page.fill("#field-limit", "");
      click(page, "Set limit");
      assertThat(bucket(page)).containsText("fixed");
      Assertions.assertThat(first.request()).isEqualTo(CLONE);
    }
    page.context().close();
    visitor.context().close();
    Assertions.assertThat(chromium.complaints()).isEmpty();
  }

  private static Locator banner(Page page) {
    return page.locator("aside.banner[aria-label='Load']");
  }

  private static Locator bucket(Page page) {
    return page.locator("section.box[aria-label='Bucket scm-hosting']");
  }

  private static void click(Page page, String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
        .click();
  }
}
