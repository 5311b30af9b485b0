package org.packhouse.app.web.source;

import org.packhouse.app.hosting.recent.RecentBranches;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.web.PersonPart;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Shows the repositories to which a user pushed in the last week. */
@Component
record PersonPushes(RecentBranches branches) implements PersonPart {

  private static final int SHOWN = 10;

  @Override
  public void show(User person, Caller caller, Model model) {
    model.addAttribute(
        "pushes", branches.repositories(caller, person.id()).stream().limit(SHOWN).toList());
  }
}
