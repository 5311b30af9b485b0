package org.packhouse.app.web.diff;

import org.jspecify.annotations.Nullable;

/**
 * A report's annotation of a file or line; untrusted text.
 *
 * @param line of the file after the change, from 1; 0: the whole file
 * @param report title of the report
 * @param weight severity in a word
 * @param color CSS class of the severity
 * @param kind type in words; null: unknown
 * @param link http or https
 */
public record DiffAnnotation(
    int line,
    String report,
    String message,
    String weight,
    String color,
    @Nullable String kind,
    @Nullable String link) {}
