package org.packhouse.app.web.diff;

/** Adds parameters to addresses that may have some. */
final class Query {

  private Query() {}

  /**
   * Puts parameters behind an address, leaving out the empty ones.
   *
   * @param parameters encoded, such as {@code a=1}
   */
  static String add(String address, String... parameters) {
    StringBuilder url = new StringBuilder(address);
    char separator = address.indexOf('?') < 0 ? '?' : '&';
    for (String parameter : parameters) {
      if (!parameter.isEmpty()) {
        url.append(separator).append(parameter);
        separator = '&';
      }
    }
    return url.toString();
  }
}
