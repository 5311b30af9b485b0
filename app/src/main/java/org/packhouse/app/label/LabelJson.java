package org.packhouse.app.label;

/** A label in the REST dialect. */
record LabelJson(String name) {}
