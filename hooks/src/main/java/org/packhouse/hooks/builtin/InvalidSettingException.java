package org.packhouse.hooks.builtin;

/** A setting of a hook breaks a rule; the message names it, for a person. */
public final class InvalidSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String setting;

  /**
   * Makes one.
   *
   * @param setting its name
   */
  public InvalidSettingException(String setting, String message) {
    super(message);
    this.setting = setting;
  }

  /** The name of the setting. */
  public String setting() {
    return setting;
  }
}
