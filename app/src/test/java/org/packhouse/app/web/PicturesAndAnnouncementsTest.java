package org.packhouse.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;

/** Pictures that people upload, and what administrators announce, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PicturesAndAnnouncementsTest {

  private static final String PASSWORD = "correct horse battery";

  private TestingServer server;
  private Chromium chromium;

  @BeforeAll
  void start() {
    server = TestingServer.shared();
    chromium = new Chromium(server);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void aPictureIsUploadedShownEverywhereAndRemoved() throws IOException {
    String name = TestingPeople.uniqueName("pictured");
    TestingPeople.of(server).createUser(name, PASSWORD);
    Page page = chromium.open(Look.LIGHT, name, PASSWORD);
    page.navigate("/account");
    page.setInputFiles("#field-avatar", new FilePayload("a.png", "image/png", picture()));
    page.click("text=Upload picture");
    assertThat(page.locator("main")).containsText("Your picture is changed.");
    Assertions.assertThat(widthOf(page, "header .avatar img")).isEqualTo(96);
    Assertions.assertThat(Chromium.barriers(page)).isEmpty();
    page.click("text=Remove picture");
    assertThat(page.locator("main")).containsText("Your picture is removed.");
    assertThat(page.locator("header .avatar img")).hasCount(0);
    Assertions.assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void whatIsNoPictureIsToldBesideTheField() throws IOException {
    Project project = TestingProjects.in(server).project();
    Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
    page.navigate("/projects/" + project.key() + "/settings");
    byte[] text = "no picture".getBytes(StandardCharsets.UTF_8);
    page.setInputFiles("#field-avatar", new FilePayload("a.png", "image/png", text));
    page.click("text=Upload picture");
    assertThat(page.locator("#error-avatar")).containsText("PNG, JPEG or GIF");
    page.setInputFiles("#field-avatar", new FilePayload("a.png", "image/png", picture()));
    page.click("text=Upload picture");
    Assertions.assertThat(widthOf(page, "main .project-avatar img")).isEqualTo(96);
    page.context().close();
    chromium.complaints();
  }

  @ParameterizedTest
  @EnumSource
  void anAnnouncementStandsAboveEveryPage(Look look) {
    TestingRest admin = TestingRest.admin(server);
    admin.put("admin/banner", "{'message':'The server **moves** tonight at 22:00 UTC.'}");
    try {
      Page page = chromium.open(look);
      page.navigate("/login");
      assertThat(page.locator("aside.banner strong")).hasText("moves");
      Assertions.assertThat(Chromium.barriers(page)).isEmpty();
      Assertions.assertThat(Chromium.overflow(page)).isNotPositive();
      page.context().close();
    } finally {
      admin.delete("admin/banner");
    }
    Assertions.assertThat(chromium.complaints()).isEmpty();
  }

  private static int widthOf(Page page, String image) {
    assertThat(page.locator(image).first()).isVisible();
    return ((Number)
            page.locator(image)
                .first()
                .evaluate("async image => { await image.decode(); return image.naturalWidth; }"))
        .intValue();
  }

  private static byte[] picture() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(120, 90, BufferedImage.TYPE_INT_RGB), "png", out);
    return out.toByteArray();
  }
}
