package org.packhouse.app.source.changes.rest;

import org.jspecify.annotations.Nullable;

/**
 * The two sides of a comparison.
 *
 * @param from what has the changes; null: the default branch
 * @param to what they would go to; null: the default branch
 * @param fromRepo where {@code from} is, by id or as {@code KEY/slug}; null: in the same repository
 */
record CompareParameters(@Nullable String from, @Nullable String to, @Nullable String fromRepo) {}
