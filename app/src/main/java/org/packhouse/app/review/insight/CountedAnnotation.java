package org.packhouse.app.review.insight;

/**
 * A remark among those of its file, or of its report.
 *
 * @param title of its report
 * @param total how many the file or the report has
 */
public record CountedAnnotation(InsightAnnotation annotation, String title, int total) {}
