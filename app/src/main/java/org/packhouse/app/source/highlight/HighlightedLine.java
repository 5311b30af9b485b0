package org.packhouse.app.source.highlight;

import java.util.List;

/** A line with its spans, in order and without overlaps. */
public record HighlightedLine(String text, List<Span> spans) {}
