package org.packhouse.app.storage.content;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.AttributeProvider;

/** Turns quotations that begin with {@code [!NOTE]} and the like into alerts. */
final class MarkdownAlerts extends AbstractVisitor implements AttributeProvider {

  static final String CLASSES = "alert-(note|tip|important|warning|caution)";

  private static final Pattern MARK =
      Pattern.compile("\\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\]\\s*", Pattern.CASE_INSENSITIVE);

  private final Map<Node, String> kinds = new HashMap<>();

  @Override
  public void visit(BlockQuote quote) {
    visitChildren(quote);
    if (!(quote.getFirstChild() instanceof Paragraph paragraph)) {
      return;
    }
    String line = firstLine(paragraph);
    Matcher mark = MARK.matcher(line);
    if (!mark.matches()) {
      return;
    }
    Node child = paragraph.getFirstChild();
    while (child != null) {
      Node next = child.getNext();
      child.unlink();
      child = child instanceof SoftLineBreak ? null : next;
    }
    if (paragraph.getFirstChild() == null) {
      paragraph.unlink();
    }
    String kind = mark.group(1).toLowerCase(Locale.ROOT);
    Paragraph title = new Paragraph();
    StrongEmphasis strong = new StrongEmphasis();
    strong.appendChild(new Text(kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1)));
    title.appendChild(strong);
    quote.prependChild(title);
    kinds.put(quote, kind);
  }

  private static String firstLine(Paragraph paragraph) {
    StringBuilder line = new StringBuilder();
    Node child = paragraph.getFirstChild();
    while (child instanceof Text text) {
      line.append(text.getLiteral());
      child = child.getNext();
    }
    return child == null || child instanceof SoftLineBreak ? line.toString() : "";
  }

  @Override
  public void setAttributes(Node node, String tagName, Map<String, String> attributes) {
    String kind = kinds.get(node);
    if (kind != null) {
      attributes.put("class", "alert-" + kind);
    }
  }
}
