package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.networks.pullrequest.ReviewerSuggestions;
import org.packhouse.app.web.RepositoryView;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** People to choose from while reviewers are typed. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
class PeoplePages {

  private final ReviewerSuggestions suggestions;

  PeoplePages(ReviewerSuggestions suggestions) {
    this.suggestions = suggestions;
  }

  /** Somebody to choose. */
  record Person(String name, String displayName) {}

  @GetMapping("/pull-requests/people")
  ResponseEntity<List<Person>> people(
      @Requires(Permission.REPO_READ) RepositoryView view, @RequestParam String filter) {
    List<Person> found =
        view.caller().user() == null || filter.isBlank()
            ? List.of()
            : suggestions.find(view.repository(), filter.strip()).stream()
                .map(user -> new Person(user.name(), user.displayName()))
                .toList();
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(found);
  }
}
