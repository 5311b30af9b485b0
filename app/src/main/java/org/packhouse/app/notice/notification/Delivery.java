package org.packhouse.app.notice.notification;

/** The way in which a user wants to be told. */
public enum Delivery {
  /** A mail for each thing that happens. */
  IMMEDIATE,
  /** One mail an hour with all that happened. */
  HOURLY,
  /** One mail a day. */
  DAILY,
  /** No mail. */
  OFF
}
