package org.packhouse.app.web;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.springframework.ui.Model;

/** A part of the page of a user, which a package of pages adds. */
public interface PersonPart {

  /**
   * Puts what it shows into the model of the page.
   *
   * @param person whose page it is
   * @param caller the reader: nothing is shown that the reader may not see
   */
  void show(User person, Caller caller, Model model);
}
