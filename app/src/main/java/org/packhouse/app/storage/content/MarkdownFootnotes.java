package org.packhouse.app.storage.content;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlNodeRendererContext;

/** Renders footnotes, {@code [^name]} and {@code [^name]: note}, numbered by first reference. */
final class MarkdownFootnotes extends AbstractVisitor implements AttributeProvider {

  static final String IDS = "md-fn(ref)?-[0-9]{1,4}";

  private static final Pattern DEFINITION =
      Pattern.compile("^ {0,3}\\[\\^([\\w-]{1,50})\\]:[ \\t]+(.*)$");
  private static final Pattern REFERENCE = Pattern.compile("\\[\\^([\\w-]{1,50})\\]");
  private static final Pattern FENCE = Pattern.compile("^ {0,3}(```|~~~).*");
  private static final int MAX_NOTES = 1000;

  private final Map<String, StringBuilder> definitions = new HashMap<>();

  /** Numbers of the notes, by first reference. */
  private final Map<String, Integer> named = new LinkedHashMap<>();

  private final Map<Node, String> ids = new HashMap<>();

  static final class Reference extends CustomNode {
    private final int number;
    private final boolean first;

    Reference(int number, boolean first) {
      this.number = number;
      this.first = first;
    }
  }

  /** Removes the definitions of notes from a document. */
  String takeFrom(String markdown) {
    if (!markdown.contains("[^")) {
      return markdown;
    }
    StringBuilder rest = new StringBuilder(markdown.length());
    StringBuilder open = null;
    String fence = "";
    for (String line : markdown.split("\n", -1)) {
      Matcher fenced = FENCE.matcher(line);
      if (fenced.matches()) {
        fence = fence.isEmpty() ? fenced.group(1) : fenced.group(1).equals(fence) ? "" : fence;
      }
      Matcher definition = DEFINITION.matcher(line);
      if (fence.isEmpty() && definition.matches() && definitions.size() < MAX_NOTES) {
        open = new StringBuilder(definition.group(2));
        StringBuilder before = definitions.putIfAbsent(definition.group(1), open);
        open = before == null ? open : before;
        rest.append('\n');
      } else if (open != null && !line.isBlank() && line.startsWith("  ")) {
        open.append('\n').append(line.strip());
      } else {
        open = null;
        rest.append(line).append('\n');
      }
    }
    return rest.substring(0, rest.length() - 1);
  }

  /** Replaces references by links, and appends the notes. */
  void putInto(Node document, Parser parser) {
    if (definitions.isEmpty()) {
      return;
    }
    document.accept(this);
    if (named.isEmpty()) {
      return;
    }
    OrderedList notes = new OrderedList();
    notes.setMarkerStartNumber(1);
    notes.setTight(true);
    named.forEach((name, number) -> {
      StringBuilder text = definitions.getOrDefault(name, new StringBuilder());
      notes.appendChild(note(number, text.toString(), parser));
    });
    document.appendChild(new ThematicBreak());
    document.appendChild(notes);
  }

  private ListItem note(int number, String text, Parser parser) {
    ListItem item = new ListItem();
    ids.put(item, "md-fn-" + number);
    Node parsed = parser.parse(text);
    while (parsed.getFirstChild() instanceof Block child) {
      item.appendChild(child);
    }
    Link back = new Link("#fnref-" + number, "Back to the text");
    back.appendChild(new Text("↩"));
    if (!(item.getLastChild() instanceof Paragraph)) {
      item.appendChild(new Paragraph());
    }
    Node last = item.getLastChild();
    last.appendChild(new Text(" "));
    last.appendChild(back);
    return item;
  }

  @Override
  public void visit(Link link) {
    // Links must not be nested.
  }

  @Override
  public void visit(Text text) {
    Matcher reference = REFERENCE.matcher(text.getLiteral());
    Node place = text;
    int done = 0;
    while (reference.find()) {
      String name = reference.group(1);
      if (!definitions.containsKey(name)) {
        continue;
      }
      boolean first = !named.containsKey(name);
      int number = named.computeIfAbsent(name, _ -> named.size() + 1);
      Text before = new Text(text.getLiteral().substring(done, reference.start()));
      place.insertAfter(before);
      Reference link = new Reference(number, first);
      before.insertAfter(link);
      place = link;
      done = reference.end();
    }
    if (done > 0) {
      place.insertAfter(new Text(text.getLiteral().substring(done)));
      text.unlink();
    }
  }

  @Override
  public void setAttributes(Node node, String tagName, Map<String, String> attributes) {
    String id = ids.get(node);
    if (id != null && tagName.equals("li")) {
      attributes.put("id", id);
    }
  }

  static final class References implements NodeRenderer {

    private final HtmlNodeRendererContext context;

    References(HtmlNodeRendererContext context) {
      this.context = context;
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Reference.class);
    }

    @Override
    public void render(Node node) {
      if (node instanceof Reference reference) {
        var html = context.getWriter();
        html.tag("sup", reference.first ? Map.of("id", "md-fnref-" + reference.number) : Map.of());
        html.tag("a", Map.of("href", "#fn-" + reference.number));
        html.text(Integer.toString(reference.number));
        html.tag("/a");
        html.tag("/sup");
      }
    }
  }
}
