package org.packhouse.app.review.insight;

/** An annotation, its report's title, and the number of annotations of its file or report. */
public record CountedAnnotation(InsightAnnotation annotation, String title, int total) {}
