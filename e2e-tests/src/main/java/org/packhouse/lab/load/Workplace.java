package org.packhouse.lab.load;

import java.nio.file.Path;

/**
 * Directories of this machine.
 *
 * @param repositories what the lab has made, kept between runs
 * @param scratch of this run, removed at its end
 */
public record Workplace(Path repositories, Path scratch) {}
