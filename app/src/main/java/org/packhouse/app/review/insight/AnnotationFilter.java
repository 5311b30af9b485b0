package org.packhouse.app.review.insight;

import java.util.List;

/**
 * A filter of the annotations of a commit; an empty list matches all.
 *
 * @param keys of reports
 */
public record AnnotationFilter(
    List<String> keys,
    List<String> paths,
    List<String> severities,
    List<String> types,
    List<String> externalIds) {}
