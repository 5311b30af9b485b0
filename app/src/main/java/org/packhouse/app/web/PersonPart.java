package org.packhouse.app.web;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.springframework.ui.Model;

/** A part of a user's page, contributed by another package. */
public interface PersonPart {

  /** Adds to the model what the caller may see of the person. */
  void show(User person, Caller caller, Model model);
}
