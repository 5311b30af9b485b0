package org.packhouse.app.hosting.project;

/** An application event, published in the transaction that changed a project. */
public record ProjectChanged(Project before, Project after) {}
