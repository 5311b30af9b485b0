package org.packhouse.app.web.diff;

import org.jspecify.annotations.Nullable;

/**
 * A remark of a program on a file or one of its lines; text that nobody has looked at.
 *
 * @param line as the file is after the change, from 1; 0: it is about the whole file
 * @param report that it is from, by its title
 * @param weight in a word
 * @param color a class for the color of its weight
 * @param kind what it is about, in words; null: unknown
 * @param link http or https; null: there is none
 */
public record DiffRemark(
    int line,
    String report,
    String message,
    String weight,
    String color,
    @Nullable String kind,
    @Nullable String link) {}
