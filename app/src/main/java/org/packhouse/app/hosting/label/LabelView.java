package org.packhouse.app.hosting.label;

/** A label in the REST dialect. */
record LabelView(String name) {}
