package org.packhouse.app.storage.content;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;

/** Turns list items that begin with {@code [ ]} or {@code [x]} into disabled checkboxes. */
final class MarkdownTasks extends AbstractVisitor {

  static final class Box extends CustomNode {
    private final boolean done;

    Box(boolean done) {
      this.done = done;
    }
  }

  @Override
  public void visit(ListItem item) {
    visitChildren(item);
    if (item.getFirstChild() instanceof Paragraph paragraph
        && paragraph.getFirstChild() instanceof Text text) {
      String literal = text.getLiteral();
      boolean done = literal.startsWith("[x] ") || literal.startsWith("[X] ");
      if (done || literal.startsWith("[ ] ")) {
        text.setLiteral(literal.substring(3));
        paragraph.prependChild(new Box(done));
      }
    }
  }

  static final class Boxes implements NodeRenderer {

    private final HtmlNodeRendererContext context;

    Boxes(HtmlNodeRendererContext context) {
      this.context = context;
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Box.class);
    }

    @Override
    public void render(Node node) {
      Map<String, String> box = new LinkedHashMap<>();
      box.put("type", "checkbox");
      box.put("disabled", "");
      boolean done = node instanceof Box it && it.done;
      if (done) {
        box.put("checked", "");
      }
      box.put("aria-label", done ? "Done" : "To do");
      context.getWriter().tag("input", box);
    }
  }
}
