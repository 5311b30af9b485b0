package org.packhouse.lab.data;

/**
 * The things that a repository has around it on a target before anything is measured.
 *
 * @param youngPacks how many small pushes it took after it was packed; each leaves a pack, or loose
 *     objects where a server unpacks small pushes
 * @param forks how many forks it has, on a target that has forks
 * @param webhooks how many webhooks are told of its pushes, on a target that has webhooks
 */
public record Surroundings(int youngPacks, int forks, int webhooks) {

  /** Nothing. */
  public static final Surroundings NONE = new Surroundings(0, 0, 0);
}
