package org.packhouse.app.hosting.project;

/**
 * An application event, published inside the transaction in which a project got another name, key,
 * description or openness.
 */
public record ProjectChanged(Project before, Project after) {}
