package org.packhouse.app.web.pullrequest;

/**
 * The reader's review that is not finished, as pages of the pull request show it.
 *
 * @param pending how many comments it has
 */
record ReviewBar(int pending) {

  /** Their number in words. */
  public String words() {
    return pending == 1 ? "1 pending comment" : pending + " pending comments";
  }
}
