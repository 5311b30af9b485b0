package org.packhouse.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Writes numbers for people. */
final class Numbers {

  private static final int DIGITS = 3;
  private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

  private Numbers() {}

  /** Three digits that mean something, such as 0.0123, 1.23, 123 and 12,346; a dash for none. */
  static String human(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    if (Math.abs(value) >= 100) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    return plain(value);
  }

  /** Three digits that mean something, without zeros at the end. */
  static String plain(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(DIGITS, RoundingMode.HALF_UP));
    return rounded.stripTrailingZeros().toPlainString();
  }

  /** A size, such as 1.5 MB. */
  static String bytes(long bytes) {
    double value = (double) bytes;
    int unit = 0;
    while (value >= 1000 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return human(value) + " " + UNITS[unit];
  }

  /** The least of 1, 2, 2.5 and 5 times a power of ten that is not below a positive value. */
  static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double step : new double[] {1, 2, 2.5, 5}) {
      if (value <= step * power * (1 + 1e-9)) {
        return step * power;
      }
    }
    return 10 * power;
  }
}
