package org.packhouse.app.notice.notification;

/** The frequency of mails to a user. */
public enum Delivery {
  IMMEDIATE,
  HOURLY,
  DAILY,
  OFF
}
