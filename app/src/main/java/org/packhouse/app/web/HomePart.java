package org.packhouse.app.web;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.springframework.ui.Model;

/** A part of the first page of somebody who is signed in, which a package of pages adds. */
public interface HomePart {

  /** Puts what it shows into the model of the page. */
  void show(User user, Caller caller, Model model);
}
