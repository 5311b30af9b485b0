package org.packhouse.app.identity.setup;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium;
import org.packhouse.app.web.Chromium.Look;

/** The first start, as a person goes through it in a real browser. */
@Tag("browser")
class SetupWalkTest {

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "PHONE"})
  void leadsFromAnyPageToTheFirstSignIn(Look look) {
    try (TestingServer server =
            TestingServer.builder()
                .without("setup.sysadmin.username")
                .without("setup.sysadmin.password")
                .start();
        Chromium chromium = new Chromium(server)) {
      Page page = chromium.open(look);
      page.navigate("/projects");
      assertThat(page).hasURL(server.httpUrl() + "/setup");
      Assertions.assertThat(Chromium.barriers(page)).isEmpty();
      page.fill("#token", server.get(SetupToken.class).get());
      page.click("text=Continue");
      Assertions.assertThat(Chromium.barriers(page)).isEmpty();
      Assertions.assertThat(Chromium.overflow(page)).isZero();
      page.fill("#displayName", "House of tests");
      page.fill("#username", "boss");
      page.fill("#fullName", "The Boss");
      page.fill("#password", "boss-password-1");
      page.fill("#passwordConfirm", "another-password");
      page.click("main button[type=submit]");
      assertThat(page.locator("[role=alert]")).isVisible();
      assertThat(page.locator("#fullName")).hasValue("The Boss");
      page.fill("#password", "boss-password-1");
      page.fill("#passwordConfirm", "boss-password-1");
      page.click("main button[type=submit]");
      assertThat(page).hasURL(server.httpUrl() + "/login");
      page.fill("#username", "boss");
      page.fill("#password", "boss-password-1");
      page.click("main button[type=submit]");
      page.navigate("/admin/users");
      assertThat(page.locator("main")).containsText("The Boss");
    }
  }
}
