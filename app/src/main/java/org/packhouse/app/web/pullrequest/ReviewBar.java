package org.packhouse.app.web.pullrequest;

/** The number of comments in the reader's unfinished review. */
record ReviewBar(int pending) {

  public String words() {
    return pending == 1 ? "1 pending comment" : pending + " pending comments";
  }
}
