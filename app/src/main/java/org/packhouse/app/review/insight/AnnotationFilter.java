package org.packhouse.app.review.insight;

import java.util.List;

/** A filter of annotations; an empty list matches all. */
public record AnnotationFilter(
    List<String> keys,
    List<String> paths,
    List<String> severities,
    List<String> types,
    List<String> externalIds) {}
