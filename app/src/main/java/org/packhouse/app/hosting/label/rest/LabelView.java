package org.packhouse.app.hosting.label.rest;

/** A label in the REST dialect. */
record LabelView(String name) {}
