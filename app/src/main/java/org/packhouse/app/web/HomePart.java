package org.packhouse.app.web;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.springframework.ui.Model;

/** A part of a signed-in user's start page, contributed by another package. */
public interface HomePart {

  void show(User user, Caller caller, Model model);
}
