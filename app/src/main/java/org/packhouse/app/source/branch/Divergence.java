package org.packhouse.app.source.branch;

/** The numbers of commits that only the branch, and only its base, reaches. */
public record Divergence(int ahead, int behind) {}
