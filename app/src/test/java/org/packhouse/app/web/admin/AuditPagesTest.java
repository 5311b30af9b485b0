package org.packhouse.app.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.audit.AuditTrail;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.springframework.transaction.support.TransactionTemplate;

/** The pages of the audit log, and the files that it can be taken away in. */
class AuditPagesTest {

  private static final String PASSWORD = "a-password-of-pages";
  private static final Pattern NEXT =
      Pattern.compile("href=\"(/admin/audit\\?[^\"]*before=\\d+)\"");

  private final TestingServer server = TestingServer.shared();
  private final String thing = TestingPeople.uniqueName("listed");

  private void write(String action, String subject, Map<String, String> details) {
    server
        .get(TransactionTemplate.class)
        .executeWithoutResult(_ -> server.get(AuditTrail.class).write(action, subject, details));
  }

  @Test
  void aSearchShowsWhatFitsAPageAtATime() {
    for (int i = 0; i < 51; i++) {
      write("test.made", thing + i, Map.of("how", "<b>well</b> " + i));
    }
    write("test.other", thing, Map.of());
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String first = browser.get("/admin/audit?action=test.made&subject=" + thing).body();
      assertThat(first)
          .contains(thing + "50", "&lt;b&gt;well&lt;/b&gt; 1<")
          .doesNotContain("test.other", "<b>well", "&lt;b&gt;well&lt;/b&gt; 0<");
      Matcher next = NEXT.matcher(first);
      assertThat(next.find()).isTrue();
      assertThat(browser.get(next.group(1).replace("&amp;", "&")).body())
          .contains("&lt;b&gt;well&lt;/b&gt; 0<")
          .doesNotContain("&lt;b&gt;well&lt;/b&gt; 1<");
      assertThat(browser.get("/admin/audit?until=2001-01-01&subject=" + thing).body())
          .contains("Nothing like this was written down.");
      HttpResponse<String> wrong = browser.get("/admin/audit?from=yesterday");
      assertThat(wrong.statusCode()).isEqualTo(400);
      assertThat(wrong.body()).contains("yesterday");
    }
  }

  @Test
  void filesHaveTheSameAndNoFormulas() {
    write("test.filed", thing, Map.of("how", "a \"b\",\nc"));
    write("test.filed", "=" + thing, Map.of());
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String export = "/admin/audit/export?action=test.filed&subject=" + thing;
      HttpResponse<String> csv = browser.get(export + "&format=csv");
      assertThat(csv.headers().firstValue("Content-Disposition"))
          .contains("attachment; filename=\"audit.csv\"");
      assertThat(csv.body().lines()).hasSize(2);
      assertThat(csv.body()).contains("\"test.filed\",\"" + thing + "\"");
      assertThat(browser.get(export + "&format=json").body())
          .contains("\"action\":\"test.filed\"", "\"subject\":\"" + thing + "\"");
      assertThat(browser.get(export.replace("subject=", "subject=%3D")).body())
          .contains("\"'=" + thing + "\"");
      assertThat(browser.get(export + "&format=xls").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void nobodyElseLooks() {
    String name = TestingPeople.uniqueName("curious");
    TestingPeople.of(server).createUser(name, PASSWORD);
    write("test.hidden", thing, Map.of());
    try (TestingBrowser browser = TestingBrowser.of(server, name, PASSWORD)) {
      for (String path : new String[] {"/admin/audit", "/admin/audit/export"}) {
        HttpResponse<String> page = browser.get(path + "?subject=" + thing);
        assertThat(page.statusCode()).isIn(403, 404);
        assertThat(page.body()).doesNotContain("test.hidden");
      }
    }
  }
}
