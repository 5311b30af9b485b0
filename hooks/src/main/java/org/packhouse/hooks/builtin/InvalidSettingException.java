package org.packhouse.hooks.builtin;

/** A setting of a hook is invalid. The message is for users. */
public final class InvalidSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String setting;

  public InvalidSettingException(String setting, String message) {
    super(message);
    this.setting = setting;
  }

  public String setting() {
    return setting;
  }
}
