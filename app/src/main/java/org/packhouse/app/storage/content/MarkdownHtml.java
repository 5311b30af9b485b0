package org.packhouse.app.storage.content;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.owasp.html.Handler;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.HtmlStreamEventReceiverWrapper;
import org.owasp.html.HtmlStreamRenderer;
import org.owasp.html.PolicyFactory;

/** Writes sanitised HTML: focusable scrolling elements, lazy images, text direction, unique ids. */
@SuppressWarnings("try") // The sanitiser closes its output, and throws nothing then.
final class MarkdownHtml extends HtmlStreamEventReceiverWrapper {

  private static final String ID = "id";
  private static final String ALT = "alt";

  /** The suffix of the next element with an id. */
  private final Map<String, Integer> ids = new HashMap<>();

  private MarkdownHtml(MarkdownBudget.Output output) {
    super(HtmlStreamRenderer.create(output, Handler.DO_NOTHING, Handler.DO_NOTHING));
  }

  static String of(String html, PolicyFactory policy, MarkdownBudget budget) {
    MarkdownBudget.Output output = budget.output();
    HtmlSanitizer.sanitize(html, policy.apply(new MarkdownHtml(output)));
    return output.toString();
  }

  /** Narrows the interface's method, which may throw anything. */
  @Override
  public void close() {}

  @Override
  public void openTag(String element, List<String> attributes) {
    List<String> all = new ArrayList<>(attributes.size() + 4);
    switch (element) {
      case "pre", "table" -> add(all, "tabindex", "0");
      case "img" -> {
        add(all, "loading", "lazy");
        if (indexOf(attributes, ALT) < 0) {
          add(all, ALT, "");
        }
      }
      case "p" -> {
        if (attributes.isEmpty()) {
          add(all, "dir", "auto");
        }
      }
      case "li" -> add(all, "dir", "auto");
      default -> {}
    }
    all.addAll(attributes);
    int id = indexOf(all, ID);
    if (id >= 0) {
      all.set(id + 1, unique(all.get(id + 1)));
    }
    super.openTag(element, all);
  }

  private static void add(List<String> attributes, String name, String value) {
    attributes.add(name);
    attributes.add(value);
  }

  private static int indexOf(List<String> attributes, String name) {
    for (int i = 0; i < attributes.size(); i += 2) {
      if (attributes.get(i).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Appends {@code -1} and so on to a repeated id, as GitHub does. */
  private String unique(String id) {
    String unique = id;
    while (ids.containsKey(unique)) {
      unique = id + "-" + ids.merge(id, 1, Integer::sum);
    }
    ids.put(unique, 0);
    return unique;
  }
}
