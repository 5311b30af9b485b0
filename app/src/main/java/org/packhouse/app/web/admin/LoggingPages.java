package org.packhouse.app.web.admin;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.LogLevels;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.web.FormSubmission;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Log levels, which hold until the server restarts. */
@Controller
@Requires(Permission.SYS_ADMIN)
record LoggingPages(LogLevels levels) {

  private static final String PATH = "/admin/logging";

  @GetMapping(PATH)
  String show(Model model) {
    model.addAttribute("tab", "logging");
    model.addAttribute("loggers", levels.ownLevels());
    model.addAttribute("levels", LogLevels.names());
    return "admin/logging";
  }

  @PostMapping(PATH)
  String change(
      @RequestParam(defaultValue = "") String loggerName,
      @RequestParam(defaultValue = "") String levelName,
      @RequestParam(required = false) @Nullable Boolean thisNode,
      Model model,
      FormSubmission submission) {
    String name = loggerName.isBlank() ? LogLevels.ROOT : loggerName.strip();
    model.addAttribute("loggerName", loggerName);
    model.addAttribute("levelName", levelName);
    model.addAttribute("thisNode", thisNode);
    return submission.handle(
        () -> {
          levels.set(name, levelName, Boolean.TRUE.equals(thisNode));
          return submission.saved(PATH, "%s logs %s now.".formatted(name, levels.of(name)));
        },
        () -> show(model));
  }
}
