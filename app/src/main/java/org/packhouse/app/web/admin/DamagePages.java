package org.packhouse.app.web.admin;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.upkeep.housekeeping.RepositoryDamage;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Repositories with missing objects. */
@Requires(Permission.SYS_ADMIN)
@Controller
record DamagePages(RepositoryDamage damage, Repositories repositories) {

  /** A damaged repository; {@code url} is null if it is in the trash. */
  record Entry(long id, String place, @Nullable String url, String missing, Instant foundAt) {}

  @GetMapping("/admin/damaged")
  String list(Model model) {
    model.addAttribute("tab", "damaged");
    model.addAttribute("damaged", damage.list().stream().map(this::entry).toList());
    return "admin/damaged";
  }

  private Entry entry(RepositoryDamage.Damaged damaged) {
    Optional<Repository> repository = repositories.findById(damaged.repositoryId());
    return new Entry(
        damaged.repositoryId(),
        repository.map(it -> it.project().key() + "/" + it.slug()).orElse("In the trash"),
        repository.map(Links::to).orElse(null),
        damaged.missing(),
        damaged.foundAt());
  }
}
