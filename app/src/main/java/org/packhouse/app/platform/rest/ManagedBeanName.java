package org.packhouse.app.platform.rest;

/** Names of JMX beans for monitoring tools. Only this class knows their form on the wire. */
public enum ManagedBeanName {
  HOSTING_TICKETS("HostingTickets"),
  COMMAND_TICKETS("CommandTickets");

  private static final String COMMON = "com.atlassian.bitbucket:name=";

  private final String wireName;

  ManagedBeanName(String name) {
    this.wireName = COMMON + name;
  }

  public String wireName() {
    return wireName;
  }
}
