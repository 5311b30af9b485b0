package org.packhouse.app.platform.rest;

/**
 * The names under which monitoring tools look for beans of JMX. Nothing outside this class knows
 * how they look on the wire.
 */
public enum ManagedBeanName {
  /** The tickets of clones, fetches and pushes. */
  HOSTING_TICKETS("HostingTickets"),
  /** The tickets of short git commands. */
  COMMAND_TICKETS("CommandTickets");

  private static final String COMMON = "com.atlassian.bitbucket:name=";

  private final String wireName;

  ManagedBeanName(String name) {
    this.wireName = COMMON + name;
  }

  /** The name of the bean. */
  public String wireName() {
    return wireName;
  }
}
