/** A server of bare JGit over plain HTTP, to compare with: a program of its own. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.jgit;
