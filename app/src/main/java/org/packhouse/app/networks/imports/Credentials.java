package org.packhouse.app.networks.imports;

/** What signs in to another server: used once, written down nowhere. */
record Credentials(String username, String password) {

  /** What git's helpers are asked for, as {@code git help credential} has it. */
  String forGit() {
    return "username=" + username + "\npassword=" + password + "\n";
  }

  /** Takes the secret out of what another program has said. */
  String removedFrom(String text) {
    return password.isEmpty() ? text : text.replace(password, "***");
  }

  @Override
  public String toString() {
    return "Credentials[***]";
  }
}
