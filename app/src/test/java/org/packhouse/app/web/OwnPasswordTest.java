package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;

/** The page on which people change their own passwords. */
class OwnPasswordTest {

  private static final String PAGE = "/account/password";
  private static final String OLD = "Their-password-1";
  private static final String NEW = "Their-password-2";

  private final TestingServer server = TestingServer.shared();
  private final User user =
      TestingPeople.of(server).createUser(TestingPeople.uniqueName("changer"), OLD);

  @Test
  void aNewPasswordEndsAllOtherSessions() {
    try (TestingBrowser here = TestingBrowser.of(server, user.name(), OLD);
        TestingBrowser elsewhere = TestingBrowser.of(server, user.name(), OLD)) {
      String page = here.save(PAGE, "", "current", OLD, "password", NEW, "again", NEW);

      assertThat(page).contains("Your password is changed.").contains("Account of");
      assertThat(here.get(PAGE).uri()).hasPath(PAGE);
      assertThat(elsewhere.get(PAGE).uri()).hasPath("/login");
      // The session that goes on is one as any other: the next change works as this one did.
      here.save(PAGE, "", "current", NEW, "password", OLD, "again", OLD);
    }
    try (TestingBrowser anew = TestingBrowser.of(server, user.name(), OLD)) {
      assertThat(anew.get(PAGE).uri()).hasPath(PAGE);
    }
  }

  @Test
  void theSessionGoesOnUnderANewId() {
    try (TestingBrowser here = TestingBrowser.of(server, user.name(), OLD)) {
      String before = here.cookie("BITBUCKETSESSIONID");
      here.save(PAGE, "", "current", OLD, "password", NEW, "again", NEW);
      assertThat(here.cookie("BITBUCKETSESSIONID")).isNotEqualTo(before);
    }
  }
}
