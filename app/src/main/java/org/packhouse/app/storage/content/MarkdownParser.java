package org.packhouse.app.storage.content;

import java.util.List;
import java.util.Set;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.internal.InlineParserImpl;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.parser.InlineParser;
import org.commonmark.parser.InlineParserContext;
import org.commonmark.parser.Parser;
import org.commonmark.parser.SourceLine;
import org.commonmark.parser.SourceLines;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.LinkProcessor;
import org.commonmark.parser.block.BlockParserFactory;
import org.commonmark.parser.block.BlockStart;
import org.commonmark.parser.delimiter.DelimiterProcessor;
import org.jspecify.annotations.Nullable;

/** Makes parsers that respect a text's budget. */
final class MarkdownParser {

  /** Maximum nesting of quotes, lists and emphasis; deeper markup is text. */
  private static final int MAX_NESTING = 100;

  /** Characters that may begin or end an inline node. */
  private static final String STRUCTURE = "\n\\`*_~[]<&!:@";

  /** Characters that start a search backwards. */
  private static final String DELIMITERS = "*_~[]";

  private MarkdownParser() {}

  static Parser of(MarkdownBudget budget) {
    return Parser.builder()
        .extensions(
            List.of(
                TablesExtension.create(),
                StrikethroughExtension.create(),
                AutolinkExtension.create()))
        .maxOpenBlockParsers(MAX_NESTING)
        .maxInlineNesting(MAX_NESTING)
        .customBlockParserFactory(countLines(budget))
        .inlineParserFactory(context -> new Inlines(context, budget))
        .build();
  }

  /** Opens no block; it is called before each block and counts it. */
  private static BlockParserFactory countLines(MarkdownBudget budget) {
    return (_, _) -> {
      budget.addNodes(1);
      return BlockStart.none();
    };
  }

  /** Parses the inline content of blocks, and of table cells. */
  private static final class Inlines implements InlineParser {

    private final InlineParser parser;
    private final MarkdownBudget budget;

    Inlines(InlineParserContext context, MarkdownBudget budget) {
      this.parser = new InlineParserImpl(new Definitions(context, budget));
      this.budget = budget;
    }

    @Override
    public void parse(SourceLines lines, Node node) {
      int structure = 1;
      int delimiters = 0;
      for (SourceLine line : lines.getLines()) {
        CharSequence content = line.getContent();
        structure++;
        for (int i = 0; i < content.length(); i++) {
          char c = content.charAt(i);
          structure += STRUCTURE.indexOf(c) >= 0 ? 1 : 0;
          delimiters += DELIMITERS.indexOf(c) >= 0 ? 1 : 0;
        }
      }
      budget.addNodes(structure);
      budget.search(delimiters);
      parser.parse(lines, node);
    }
  }

  /** Link definitions; each use repeats the address and title. */
  private record Definitions(InlineParserContext context, MarkdownBudget budget)
      implements InlineParserContext {

    @Override
    public List<InlineContentParserFactory> getCustomInlineContentParserFactories() {
      return context.getCustomInlineContentParserFactories();
    }

    @Override
    public List<DelimiterProcessor> getCustomDelimiterProcessors() {
      return context.getCustomDelimiterProcessors();
    }

    @Override
    public List<LinkProcessor> getCustomLinkProcessors() {
      return context.getCustomLinkProcessors();
    }

    @Override
    public Set<Character> getCustomLinkMarkers() {
      return context.getCustomLinkMarkers();
    }

    @Override
    public int getMaxInlineNesting() {
      return context.getMaxInlineNesting();
    }

    @Override
    @SuppressWarnings("deprecation") // The interface still declares it.
    public @Nullable LinkReferenceDefinition getLinkReferenceDefinition(String label) {
      return getDefinition(LinkReferenceDefinition.class, label);
    }

    @Override
    public <D> @Nullable D getDefinition(Class<D> type, String label) {
      D definition = context.getDefinition(type, label);
      if (definition instanceof LinkReferenceDefinition it) {
        budget.expand(length(it.getDestination()) + length(it.getTitle()));
      }
      return definition;
    }

    private static int length(@Nullable String text) {
      return text == null ? 0 : text.length();
    }
  }
}
