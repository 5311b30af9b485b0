package org.packhouse.app.web;

import java.util.List;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.key.UserKeys;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.upkeep.imports.Imports;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The first page for a new server's administrator: steps, each marked as done or not. */
@Controller
record StartPages(
    ProjectSearch projects,
    RepositorySearch repositories,
    UserKeys keys,
    UserLists people,
    MailQueue mail,
    Imports imports) {

  private static final PageRequest FIRST = new PageRequest(0, 1);

  /** A step; {@code url} is the page on which it is done, without the context path. */
  record Step(boolean done, String icon, String title, String text, String url) {}

  @GetMapping("/getting-started")
  String start(
      @Requires(Permission.ADMIN) Caller caller,
      @Requires(Permission.LICENSED_USER) User user,
      Model model) {
    model.addAttribute("section", "home");
    model.addAttribute(
        "steps",
        List.of(
            new Step(
                !projects.find(caller, Permission.PROJECT_VIEW, null, FIRST).values().isEmpty(),
                "folder-fill",
                "Create a project",
                "A project keeps repositories together that the same people work on.",
                "/projects?create"),
            new Step(
                !repositories.find(caller, RepositoryFilter.READABLE, FIRST).values().isEmpty(),
                "journal-code",
                "Create a repository",
                "Then push to it: its page shows the commands.",
                "/repos?create"),
            new Step(
                !keys.list(user, 0, 1).isEmpty(),
                "key",
                "Add your SSH key",
                "Git then asks for no password.",
                "/account/ssh-keys"),
            new Step(
                people.active("", 0, 2).size() > 1,
                "person-plus",
                "Invite people",
                "Make accounts for those who work with you.",
                "/admin/users"),
            new Step(
                mail.isReady(),
                "inbox",
                "Set up mail",
                "People hear of reviews, and get links for forgotten passwords.",
                "/admin/mail-server"),
            new Step(
                imports.anyDone(),
                "cloud-download",
                "Import from another server",
                "Copy the repositories of GitHub, GitLab, Bitbucket or any address of Git.",
                "/admin/imports")));
    return "start";
  }
}
