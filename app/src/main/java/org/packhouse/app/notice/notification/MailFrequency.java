package org.packhouse.app.notice.notification;

/** The frequency of mails to a user. */
public enum MailFrequency {
  IMMEDIATE,
  HOURLY,
  DAILY,
  OFF
}
