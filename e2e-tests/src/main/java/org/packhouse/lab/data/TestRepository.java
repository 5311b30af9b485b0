package org.packhouse.lab.data;

import java.nio.file.Path;

/**
 * A repository that has been made and is the same on every target.
 *
 * @param name such as {@code medium} or {@code medium-3}: the repository's slug on each target
 * @param plan the name in its plan
 * @param directory a bare repository on this machine with everything packed, never written by a run
 */
public record TestRepository(String name, String plan, Path directory) {}
