package org.packhouse.app.web.admin;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.Banner;
import org.packhouse.app.identity.administration.Banners;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/** The announcement on every page. */
@Controller
@Requires(Permission.ADMIN)
record BannerPages(Banners banners) {

  private static final String PATH = "/admin/banner";

  record Form(@Nullable String message, @Nullable Boolean enabled, @Nullable String audience) {

    static Form of(Banner banner) {
      return new Form(banner.message(), banner.enabled(), banner.audience().name());
    }
  }

  @GetMapping(PATH)
  String show(Model model) {
    Optional<Banner> banner = banners.find();
    if (!model.containsAttribute("form")) {
      model.addAttribute("form", banner.map(Form::of).orElse(new Form(null, true, "ALL")));
    }
    model.addAttribute("tab", "banner");
    model.addAttribute("isSet", banner.isPresent());
    return "admin/banner";
  }

  @PostMapping(PATH)
  String change(Form form, Model model, FormSubmission submission) {
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          boolean enabled = Boolean.TRUE.equals(form.enabled());
          banners.put(Banner.of(Forms.text(form.message()), enabled, form.audience()));
          return submission.saved(
              PATH, enabled ? "The banner is on every page." : "The banner is saved and hidden.");
        },
        () -> show(model));
  }

  @PostMapping(PATH + "/remove")
  String remove(FormSubmission submission) {
    banners.remove();
    return submission.saved(PATH, "The banner is removed.");
  }
}
