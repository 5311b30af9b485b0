package org.packhouse.app.networks.reviewer;

/**
 * A task that pull requests get when they are opened.
 *
 * @param branches those between which pull requests get it
 * @param description its text, as comments have it
 */
public record DefaultTask(long id, ReviewBranches branches, String description) {}
