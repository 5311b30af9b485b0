package org.packhouse.app.storage.content;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;

/** Renders Markdown as safe HTML: no scripts, no styles, nothing from other hosts. */
@Component
public class Markdown {

  private static final Logger LOG = LoggerFactory.getLogger(Markdown.class);

  private static final Pattern ABSOLUTE = Pattern.compile("(?i)^([a-z][a-z0-9+.-]*:|//).*");
  private static final Pattern WEB = Pattern.compile("(?i)^(https?://|mailto:).*");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");
  private static final String ANCHOR_PREFIX = "md-";

  private static final String[] ELEMENTS =
      ("h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code kbd samp em strong b i del s sub sup"
              + " ul ol li dl dt dd table thead tbody tr th td a img input details summary")
          .split(" ");

  private static final String BEYOND_BOUNDS =
      "The text is shown as it was written: rendered, it would be too large.";

  private static final String BUSY =
      "The text is shown as it was written: the server has too much to do at this moment.";

  private final MarkdownMemory memory;

  /** The given memory bounds what all requests render at once. */
  public Markdown(RequestMemory memory, Caches caches) {
    this.memory = new MarkdownMemory(memory, caches);
  }

  /** The handling of line ends, of HTML, and of anchors in headings. */
  public record Style(boolean hardwrap, boolean escapeHtml, boolean headingIds) {
    public static final Style OF_FILES = new Style(false, false, true);
  }

  /**
   * Maps addresses in a text to URLs of this server.
   *
   * @param place identifies the mapping, so that rendered texts can be cached; null: not cached
   * @param link maps links without a host
   * @param image maps images without a host
   * @param externalImage maps other hosts' images; empty: a link is shown instead
   */
  public record Addresses(
      @Nullable String place,
      UnaryOperator<String> link,
      UnaryOperator<String> image,
      Function<String, Optional<String>> externalImage) {

    /** Addresses of a text that is not cached. */
    public Addresses(
        UnaryOperator<String> link,
        UnaryOperator<String> image,
        Function<String, Optional<String>> externalImage) {
      this(null, link, image, externalImage);
    }

    /** Turns images of other hosts into links. */
    public Addresses(UnaryOperator<String> link, UnaryOperator<String> image) {
      this(null, link, image);
    }

    /** Turns images of other hosts into links, cached. */
    public Addresses(
        @Nullable String place, UnaryOperator<String> link, UnaryOperator<String> image) {
      this(place, link, image, _ -> Optional.empty());
    }

    private @Nullable String ofImage(String source) {
      return isAbsolute(source) ? externalImage.apply(source).orElse(null) : image.apply(source);
    }
  }

  /** Returns the source if a text exceeds {@link MarkdownBudget} or memory is short. */
  public String render(String markdown, Style style, Addresses addresses) {
    return memory
        .html(addresses.place(), style, markdown, () -> bounded(markdown, style, addresses))
        .orElseGet(() -> source(markdown, BUSY));
  }

  private static String bounded(String markdown, Style style, Addresses addresses) {
    try {
      return render(markdown, style, addresses, new MarkdownBudget(markdown.length()));
    } catch (MarkdownBudget.ExceededException e) {
      LOG.debug("Markdown of {} characters stays source: {}", markdown.length(), e.getMessage());
      return source(markdown, BEYOND_BOUNDS);
    }
  }

  /** Returns the escaped source, after a sentence that explains why. */
  public static String source(String markdown, String reason) {
    return "<p><em>%s</em></p>\n<pre tabindex=\"0\">%s</pre>\n"
        .formatted(reason, HtmlUtils.htmlEscape(markdown, "UTF-8"));
  }

  private static String render(
      String markdown, Style style, Addresses addresses, MarkdownBudget budget) {
    Parser parser = MarkdownParser.of(budget);
    MarkdownFootnotes footnotes = new MarkdownFootnotes();
    // Ids of notes would collide on a page with several documents.
    boolean withNotes = style.headingIds();
    Node document = parser.parse(withNotes ? footnotes.takeFrom(markdown) : markdown);
    if (withNotes) {
      footnotes.putInto(document, parser);
    }
    document.accept(new ForeignImages(addresses));
    document.accept(new MarkdownEmoji());
    document.accept(new MarkdownTasks());
    MarkdownAlerts alerts = new MarkdownAlerts();
    document.accept(alerts);
    MarkdownBudget.Output html = budget.output();
    renderer(style, alerts, footnotes).render(document, html);
    return MarkdownHtml.of(html.toString(), policy(addresses), budget);
  }

  private static HtmlRenderer renderer(
      Style style, MarkdownAlerts alerts, MarkdownFootnotes footnotes) {
    HtmlRenderer.Builder renderer =
        HtmlRenderer.builder()
            .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
            .escapeHtml(style.escapeHtml())
            .nodeRendererFactory(MarkdownTasks.Boxes::new)
            .nodeRendererFactory(MarkdownFootnotes.References::new)
            .attributeProviderFactory(_ -> alerts)
            .attributeProviderFactory(_ -> footnotes)
            .softbreak(style.hardwrap() ? "<br />\n" : "\n");
    if (style.headingIds()) {
      renderer.attributeProviderFactory(_ -> new Anchors());
    }
    return renderer.build();
  }

  private static PolicyFactory policy(Addresses addresses) {
    HtmlPolicyBuilder policy = new HtmlPolicyBuilder().allowElements(ELEMENTS);
    policy
        .allowAttributes("href")
        .matching((_, _, value) -> href(value, addresses.link()))
        .onElements("a");
    policy
        .allowAttributes("src")
        .matching((_, _, value) -> addresses.ofImage(value))
        .onElements("img");
    policy.allowAttributes("title").onElements("a", "img");
    policy.allowAttributes("alt").onElements("img");
    allowMatching(policy, "[0-9]{1,4}%?", "img", "width", "height");
    allowMatching(policy, "language-[A-Za-z0-9_+#-]{1,30}", "code", "class");
    allowMatching(policy, "[0-9]{1,9}", "ol", "start");
    allowMatching(policy, MarkdownAlerts.CLASSES, "blockquote", "class");
    allowMatching(policy, "checkbox", "input", "type");
    allowMatching(policy, "(disabled|checked)?", "input", "disabled", "checked");
    allowMatching(policy, "Done|To do", "input", "aria-label");
    for (String element : List.of("p", "div", "th", "td", "h1", "h2", "h3", "img")) {
      allowMatching(policy, "left|center|right", element, "align");
    }
    for (String heading : List.of("h1", "h2", "h3", "h4", "h5", "h6")) {
      allowMatching(policy, ANCHOR_PREFIX + "[\\p{L}\\p{N}_-]{1,200}", heading, "id");
    }
    allowMatching(policy, MarkdownFootnotes.IDS, "li", "id");
    allowMatching(policy, MarkdownFootnotes.IDS, "sup", "id");
    return policy
        .allowUrlProtocols("http", "https", "mailto")
        .requireRelNofollowOnLinks()
        .toFactory();
  }

  private static void allowMatching(
      HtmlPolicyBuilder policy, String pattern, String element, String... attributes) {
    policy.allowAttributes(attributes).matching(Pattern.compile(pattern)).onElements(element);
  }

  private static @Nullable String href(String value, UnaryOperator<String> link) {
    if (value.startsWith("#")) {
      return "#" + ANCHOR_PREFIX + value.substring(1);
    }
    if (isAbsolute(value)) {
      return WEB.matcher(value).matches() ? value : null;
    }
    return link.apply(value);
  }

  private static boolean isAbsolute(String url) {
    return ABSOLUTE.matcher(url.strip()).matches();
  }

  /** Links images of other hosts: loading them would tell the hosts who reads the page. */
  private static final class ForeignImages extends AbstractVisitor {

    private final Addresses addresses;

    ForeignImages(Addresses addresses) {
      this.addresses = addresses;
    }

    @Override
    public void visit(Image image) {
      String source = image.getDestination();
      if (!isAbsolute(source) || addresses.externalImage().apply(source).isPresent()) {
        return;
      }
      String alternative = text(image);
      String label = alternative.isBlank() ? image.getDestination() : alternative;
      if (image.getParent() instanceof Link) {
        image.insertBefore(new Text(label));
      } else {
        Link link = new Link(image.getDestination(), image.getTitle());
        link.appendChild(new Text(label));
        image.insertBefore(link);
      }
      image.unlink();
    }
  }

  /** Adds the anchors that tables of contents link to. */
  private static final class Anchors implements AttributeProvider {
    @Override
    public void setAttributes(Node node, String tagName, Map<String, String> attributes) {
      if (node instanceof Heading) {
        String words = NOT_IN_ANCHOR.matcher(text(node).toLowerCase(Locale.ROOT)).replaceAll("");
        attributes.put("id", ANCHOR_PREFIX + words.strip().replace(' ', '-'));
      }
    }
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }
        });
    return text.toString();
  }
}
