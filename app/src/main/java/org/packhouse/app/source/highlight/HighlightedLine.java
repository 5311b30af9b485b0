package org.packhouse.app.source.highlight;

import java.util.List;

/**
 * A line with its coloured parts.
 *
 * @param spans in order, none within another
 */
public record HighlightedLine(String text, List<Span> spans) {}
