package org.packhouse.app.source.changes.rest;

import org.jspecify.annotations.Nullable;

/** The two sides, by default the default branch; {@code fromRepo} is an id or {@code KEY/slug}. */
record CompareParameters(@Nullable String from, @Nullable String to, @Nullable String fromRepo) {}
