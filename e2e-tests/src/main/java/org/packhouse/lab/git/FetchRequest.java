package org.packhouse.lab.git;

import java.util.List;

/**
 * The request of a client that fetches.
 *
 * @param wants ids, in the order of the refs; the same one may come twice
 * @param haves ids of commits that the client has, newest first, at most as many as git tells at
 *     first
 * @param depth how many commits deep; 0 for all
 * @param tags whether tags that point at what is sent come along
 */
public record FetchRequest(List<String> wants, List<String> haves, int depth, boolean tags) {

  /** How many commits git tells at first. */
  public static final int FIRST_HAVES = 16;
}
