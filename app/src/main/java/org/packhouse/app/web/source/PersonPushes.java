package org.packhouse.app.web.source;

import java.time.Instant;
import java.util.List;
import org.packhouse.app.hosting.recent.RecentBranches;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.web.PersonPart;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Shows the repositories to which a user pushed in the last week. */
@Component
record PersonPushes(RecentBranches branches) implements PersonPart {

  private static final int SHOWN = 10;

  record Row(Repository repository, String url, int branches, Instant when) {}

  @Override
  public void show(User person, Caller caller, Model model) {
    List<Row> rows =
        branches.repositories(caller, person.id()).stream()
            .limit(SHOWN)
            .map(
                it -> new Row(it.repository(), Links.to(it.repository()), it.branches(), it.when()))
            .toList();
    model.addAttribute("pushes", rows);
  }
}
