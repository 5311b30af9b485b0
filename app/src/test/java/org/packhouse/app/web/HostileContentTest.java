package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.notice.imageproxy.ImageHost;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.Chromium.Look;
import org.packhouse.app.web.layout.Links;

/**
 * Files, messages, names and comments that enemies write, looked at in a real browser: nothing of
 * it runs, asks another host, or becomes a part of the page that is not text.
 */
@Tag("browser")
class HostileContentTest {

  private static final String PASSWORD = "a-password-of-enemies";

  /** Every part of Markdown, with something in it that should not live. */
  private static final String TEXT =
      """
      # <img src=x onerror=alert(1)> Title
      ## Section" onmouseover="alert(2)
      ### <a id=main name=main onclick=alert(3)>Third</a>

      - [x] <input type=text onfocus=alert(4) autofocus> done
      - [ ] [open](javascript:alert(5)) <svg onload=alert(5)></svg>

      > [!WARNING]
      > <b class=note onload=alert(6)>gap</b> [x](data:text/html,<script>alert(6)</script>)

      > [!NOTE"onload="alert(7)]
      > <math href=javascript:alert(7)>x</math>

      A note[^1], another[^2], a third[^"><script>alert(8)</script>].

      [^1]: <iframe srcdoc="<script>alert(9)</script>"></iframe> [y](JaVaScRiPt:alert(9))
      [^2]: <details open ontoggle=alert(10)>x</details>

      :tada:<script>alert(11)</script> :"><script>alert(11)</script>: :<b onload=alert(11)>:

      @NAME, @"><script>alert(12)</script>, @NAME"onclick=alert(12)

      #1 #1"><script>alert(13)</script> <a href="#1" onclick=alert(13)>#1</a>

      ![one](evil.svg) ![two](../../evil.svg) ![three](evil.svg "t\\" onload=alert(14)")
      <img src="evil.svg" onload=alert(15) style="position:fixed">
      <object data="evil.svg"></object> <embed src="evil.svg">

      ![four](HOST/evil.svg) <img src="HOST/pixel.png" onload=alert(16) srcset="HOST/x 2x">
      <img src="//elsewhere.example/x.png"> <link rel=stylesheet href=//elsewhere.example/x.css>

      <form action=/logout method=post><button name=x>Sign out</button></form>
      <base href=//elsewhere.example> <meta http-equiv=refresh content="0;url=//elsewhere.example">
      <style>main { display: none }</style> <p style="position:fixed" hx-get=/logout>over</p>

      ```html
      </code></pre><script>alert(17)</script>
      ```

      [title](#title) [main](#main) [odd](docs/"onclick=alert(18))
      """;

  /** What the content policy has kept from being sent. */
  private static final String BLOCKED = "csp";

  private static final String SVG =
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(20)">
        <script>alert(21)</script><image href="http://elsewhere.example/x" width="9" height="9"/>
      </svg>
      """;

  /** What lives in what somebody else wrote; events come to each element of it. */
  private static final String ALIVE =
      """
      () => {
        const alive = [];
        for (const text of document.querySelectorAll('.markdown, .comment-text, .subject, .message, h1, h2')) {
          for (const it of text.querySelectorAll('*')) {
            for (const { name, value } of it.attributes) {
              if (/^(on|hx-|style|srcset|srcdoc)/.test(name)) alive.push(it.outerHTML);
              if (/^(href|src|action|data)$/.test(name) && /^\\s*(javascript|data|vbscript):/i.test(value)) alive.push(it.outerHTML);
              if (/^(id|name)$/.test(name) && !/^md-/.test(value)) alive.push(it.outerHTML);
            }
            if (it.matches('script, style, iframe, object, embed, form, base, meta, link, math, button, input:not([type=checkbox][disabled])')) alive.push(it.outerHTML);
            if (it.matches('svg:not(.icon)')) alive.push(it.outerHTML);
            for (const event of ['load', 'error', 'focus', 'mouseover', 'toggle', 'pointerenter']) it.dispatchEvent(new Event(event));
          }
        }
        return alive;
      }
      """;

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final TestingRest admin = TestingRest.admin(server);
  private final String home = Links.to(repository);
  private final List<String> alive = new ArrayList<>();

  @TempDir Path directory;

  @Test
  void nothingThatEnemiesWriteLives() throws Exception {
    try (ImageHost images = new ImageHost();
        Chromium chromium = new Chromium(server)) {
      images.at("/evil.svg", "image/svg+xml", SVG.getBytes(StandardCharsets.UTF_8));
      List<String> pages = written(images);
      Page page = chromium.open(Look.LIGHT, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
      page.onDialog(this::note);
      page.onRequestFinished(request -> noteForeign(request, chromium));
      page.onRequestFailed(request -> {
        if (!BLOCKED.equals(request.failure())) {
          noteForeign(request, chromium);
        }
      });
      for (String path : pages) {
        page.navigate(path);
        ((List<?>) page.evaluate(ALIVE)).forEach(it -> alive.add(path + ": " + it));
        assertThat(page.locator("nav[aria-label=Main]").isVisible()).isTrue();
      }
      // A browser says that an image is not there; of scripts it would say that they are refused.
      chromium.complaints().stream()
          .filter(it -> !it.contains("Failed to load resource"))
          .forEach(alive::add);
      assertThat(page.locator(".markdown img[alt=four]").getAttribute("src")).startsWith("/-/");
      page.navigate(home + "/raw/evil.svg");
      page.locator("svg").first().waitFor();
    }
    assertThat(alive).isEmpty();
  }

  private void noteForeign(Request request, Chromium chromium) {
    if (!request.url().startsWith(chromium.base())) {
      alive.add("asks " + request.url() + ", " + request.failure());
    }
  }

  private void note(Dialog dialog) {
    alive.add("says " + dialog.message());
    dialog.dismiss();
  }

  /** The pages on which it is to be seen; the last shows images of another host. */
  private List<String> written(ImageHost images) throws IOException {
    User user = TestingPeople.of(server).createUser(TestingPeople.uniqueName("enemy"), PASSWORD);
    TestingRest enemy = TestingRest.user(server, user.name(), PASSWORD);
    String name = "<img src=x onerror=alert(30)> \" onclick=alert(30)";
    assertThat(enemy.put("users", "{'displayName':%s}".formatted(quoted(name))).status())
        .isEqualTo(200);
    String host = URI.create(images.url("/")).resolve(".").toString().replaceFirst("/$", "");
    String text = TEXT.replace("NAME", user.name()).replace("HOST", host);

    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("README.md", text).write("evil.svg", SVG);
    String commit = git.commitAll("<script>alert(40)</script> #1 @" + user.name() + "\n\n" + text);
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
    git.commit("topic", "1\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/topic");
    String path = home.substring(1) + "/pull-requests";
    String open =
        "{'title':%s,'description':%s,'fromRef':{'id':'topic'},'toRef':{'id':'main'}}"
            .formatted(quoted(name), quoted(text));
    assertThat(admin.post(path, open).status()).isEqualTo(201);
    String said = "{'text':%s}".formatted(quoted(text));
    assertThat(admin.post(path + "/1/comments", said).status()).isEqualTo(201);
    String ofCommit = home.substring(1) + "/commits/" + commit + "/comments";
    assertThat(admin.post(ofCommit, said).status()).isEqualTo(201);
    return List.of(
        home + "/pull-requests",
        home + "/pull-requests/1",
        home + "/pull-requests/1/commits",
        home + "/commits",
        home + "/commits/" + commit,
        home + "/commits/" + commit + "/comments",
        "/users/" + user.slug(),
        home + "/browse/evil.svg",
        home + "/browse/README.md?view=source",
        home + "/browse",
        home + "/browse/README.md");
  }

  /** A string of JSON, for a text without single quotes. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
