package org.packhouse.app.web;

import org.packhouse.app.permission.Caller;
import org.packhouse.app.project.Project;

/**
 * A project that the caller may see, as its pages show it.
 *
 * @param link the address of its page, without the context path
 */
public record ProjectView(
    Project project,
    Caller caller,
    String link,
    boolean mayCreateRepositories,
    boolean mayAdminister) {}
