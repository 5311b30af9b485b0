package org.packhouse.app.web.account;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.address.AddressLinks;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.OtherAddress;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.PrimaryAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.NotFoundException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Pages of a user's e-mail addresses other than the primary one. */
@Controller
record AddressPages(OtherAddresses addresses, PrimaryAddresses primary, AddressLinks links) {

  private static final String PATH = "/account/addresses";

  @GetMapping(PATH)
  String list(@Requires(Permission.LICENSED_USER) User user, Model model) {
    model.addAttribute("tab", "addresses");
    model.addAttribute("user", user);
    model.addAttribute("confirmed", primary.isConfirmed(user));
    model.addAttribute("addresses", addresses.of(user));
    model.addAttribute("canSend", links.canSend(user));
    return "account/addresses";
  }

  @PostMapping(PATH)
  String add(
      @Requires(Permission.LICENSED_USER) User user,
      @RequestParam(defaultValue = "") String address,
      Model model,
      FormSubmission submission) {
    model.addAttribute("address", address);
    return submission.handle(
        () -> {
          if (!links.canSend(user)) {
            throw new InvalidFieldException(
                "address",
                "No link can be mailed there: this server has no mail server. Ask an administrator"
                    + " to add it.");
          }
          return sent(links.add(user, address.strip()), submission);
        },
        () -> list(user, model));
  }

  @PostMapping(PATH + "/{id}/send")
  String sendAgain(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable long id,
      Model model,
      FormSubmission submission) {
    OtherAddress address =
        addresses.find(user, id).orElseThrow(() -> new NotFoundException("It is gone."));
    return submission.handle(
        () -> {
          links.send(user, address);
          return sent(address, submission);
        },
        () -> list(user, model));
  }

  private static String sent(OtherAddress address, FormSubmission submission) {
    return submission.saved(
        PATH, "A link is on its way to %s. Open it to confirm.".formatted(address.address()));
  }

  @PostMapping(PATH + "/{id}/remove")
  String remove(
      @Requires(Permission.LICENSED_USER) User user,
      @PathVariable long id,
      FormSubmission submission) {
    return addresses.remove(user, id)
        ? submission.saved(PATH, "The address is removed.")
        : "redirect:" + PATH;
  }

  /** Asks before confirming: programs that scan mail open links, and must not confirm anything. */
  @GetMapping(PATH + "/confirm")
  String ask(
      @Requires(Permission.LICENSED_USER) User user,
      @RequestParam(defaultValue = "") String token,
      FormSubmission submission,
      Model model) {
    Optional<OtherAddress> address = links.find(user, token);
    if (address.isEmpty()) {
      return rejectLink(user, submission, model);
    }
    model.addAttribute("tab", "addresses");
    model.addAttribute("user", user);
    model.addAttribute("address", address.get().address());
    model.addAttribute("becomesPrimary", address.get().becomesPrimary());
    model.addAttribute("token", token);
    return "account/confirm-address";
  }

  @PostMapping(PATH + "/confirm")
  String confirm(
      @Requires(Permission.LICENSED_USER) User user,
      @RequestParam(defaultValue = "") String token,
      Model model,
      FormSubmission submission) {
    return submission.handle(
        () -> {
          Optional<OtherAddress> confirmed = links.confirm(user, token);
          if (confirmed.isEmpty()) {
            return rejectLink(user, submission, model);
          }
          return submission.saved(
              PATH,
              "%s is confirmed: commits made with it are yours%s."
                  .formatted(
                      confirmed.get().address(),
                      confirmed.get().becomesPrimary() ? ", and mail goes there" : ""));
        },
        () -> list(user, model));
  }

  private String rejectLink(User user, FormSubmission submission, Model model) {
    submission.reject(
        HttpServletResponse.SC_BAD_REQUEST,
        Map.of(
            "",
            "This link works no more, or is for another user. Have another sent, signed in as"
                + " whose address it is."));
    return list(user, model);
  }
}
