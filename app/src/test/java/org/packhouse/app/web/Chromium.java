package org.packhouse.app.web;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.packhouse.app.testing.TestingServer;

/**
 * A real browser. What its console says is collected: pages must keep it silent. All of a thread
 * have one process of Chromium, which ends with this JVM; each tab has a profile of its own.
 */
public final class Chromium implements AutoCloseable {

  /** A way to look at a page. */
  public enum Look {
    /** In daylight. */
    LIGHT(1280, ColorScheme.LIGHT),
    /** At night. */
    DARK(1280, ColorScheme.DARK),
    /** On a small phone. */
    PHONE(375, ColorScheme.LIGHT),
    /** On a phone at night. */
    NIGHT_PHONE(390, ColorScheme.DARK);

    private final int width;
    private final ColorScheme colours;

    Look(int width, ColorScheme colours) {
      this.width = width;
      this.colours = colours;
    }
  }

  /** A name of this machine that the browser alone knows, and trusts no more than any other. */
  public static final String PLAIN_HOST = "git.example.test";

  private static final String BROKEN_RULES =
      """
      async ([rules, without]) => {
        const found = await axe.run(document, {
          runOnly: rules,
          rules: Object.fromEntries(without.map((it) => [it, { enabled: false }])),
          resultTypes: ['violations'],
          preload: false,
        });
        return found.violations.map((it) => it.id + ' ' + it.nodes[0].html);
      }
      """;

  /** The pipe to a browser may be used by the thread alone that opened it. */
  private static final ThreadLocal<Browser> BROWSER = ThreadLocal.withInitial(Chromium::launch);

  /** The rules of WCAG 2.1 A and AA, and what is good practice besides. */
  private static final List<String> ALL_RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice");

  /** What these find takes longer than all others together. */
  private static final List<String> COLOURS = List.of("color-contrast", "link-in-text-block");

  private final String base;
  private final List<String> complaints = new ArrayList<>();
  private final List<BrowserContext> opened = new ArrayList<>();

  /** Knows the server. */
  public Chromium(TestingServer server) {
    this(server, server.httpUrl().getHost());
  }

  /** Knows the server by that name of its host. */
  public Chromium(TestingServer server, String host) {
    base = "http://" + host + ":" + server.httpUrl().getPort();
  }

  private static Browser launch() {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    return playwright
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(executable())
                .setArgs(
                    List.of(
                        "--no-sandbox",
                        "--host-resolver-rules=MAP " + PLAIN_HOST + " 127.0.0.1",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync")));
  }

  private static Path executable() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("Install chromium to run the tests of pages."));
  }

  /** The address of the server as the browser knows it. */
  public String base() {
    return base;
  }

  /** An empty tab of somebody who is not signed in. */
  public Page open(Look look) {
    return open(look, true);
  }

  private Page open(Look look, boolean scripts) {
    BrowserContext context =
        BROWSER
            .get()
            .newContext(
                new Browser.NewContextOptions()
                    .setBaseURL(base)
                    .setViewportSize(look.width, 800)
                    .setJavaScriptEnabled(scripts)
                    // Colours are looked at where they end, not on their way there.
                    .setReducedMotion(ReducedMotion.REDUCE)
                    .setColorScheme(look.colours));
    opened.add(context);
    Page page = context.newPage();
    page.onConsoleMessage(message -> note(message.type(), message.text(), page.url()));
    page.onPageError(error -> note("error", error, page.url()));
    return page;
  }

  /** An empty tab of somebody who signs in first. */
  public Page open(Look look, String user, String password) {
    return signIn(open(look), user, password);
  }

  /** The same where no script runs. */
  public Page openWithoutScript(String user, String password) {
    return signIn(open(Look.LIGHT, false), user, password);
  }

  private static Page signIn(Page page, String user, String password) {
    page.navigate("/login");
    page.fill("#username", user);
    page.fill("#password", password);
    page.click("main button[type=submit]");
    return page;
  }

  /** What the console said since it was last asked, refusals by the content policy among it. */
  public List<String> complaints() {
    List<String> said = List.copyOf(complaints);
    complaints.clear();
    return said;
  }

  /** What is hard to use about the page. */
  public static List<String> barriers(Page page) {
    return barriers(page, ALL_RULES, List.of());
  }

  /** What is hard to use about the page, whatever its colours. */
  static List<String> barriersOfAnyColour(Page page) {
    return barriers(page, ALL_RULES, COLOURS);
  }

  /** What is hard to see in the page's colours. */
  public static List<String> faintColours(Page page) {
    return barriers(page, COLOURS, List.of());
  }

  /** What breaks rules of axe, which are named or have a tag that is; each once, with a place. */
  private static List<String> barriers(Page page, List<String> rules, List<String> without) {
    // Half a megabyte: once for a page, not for each look at it.
    if (!(boolean) page.evaluate("typeof axe === 'object'")) {
      page.evaluate(AxeBuilder.getAxeScript());
    }
    return ((List<?>) page.evaluate(BROKEN_RULES, List.of(rules, without)))
        .stream().map(String::valueOf).toList();
  }

  /** How many pixels the page is wider than the window. */
  public static int overflow(Page page) {
    return ((Number)
            page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .intValue();
  }

  private void note(String type, String text, String url) {
    if (type.equals("error") || type.equals("warning")) {
      complaints.add(type + " at " + url + ": " + text);
    }
  }

  /** Makes the window as narrow or wide as another look has it. */
  static void resize(Page page, Look look) {
    page.setViewportSize(look.width, 800);
  }

  /** Closes the tabs that are open. */
  @Override
  public void close() {
    opened.forEach(BrowserContext::close);
  }
}
