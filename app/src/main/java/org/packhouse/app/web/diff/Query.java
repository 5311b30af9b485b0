package org.packhouse.app.web.diff;

final class Query {

  private Query() {}

  /** Appends encoded parameters, without the empty ones. */
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
