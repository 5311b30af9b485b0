package org.packhouse.app.web.layout;

import java.util.Locale;

/** Formats numbers of bytes such as {@code 4.2 MB}. */
final class Sizes {

  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

  private Sizes() {}

  static String describe(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    if (unit == 0) {
      return bytes == 1 ? "1 byte" : bytes + " bytes";
    }
    return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
  }
}
