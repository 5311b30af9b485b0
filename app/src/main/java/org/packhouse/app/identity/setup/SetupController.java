package org.packhouse.app.identity.setup;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.session.UserSessions;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.rest.Open;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * The set-up page, with {@code form}, {@code errors} by field, {@code token}, and {@code
 * tokenAccepted}.
 */
@Controller
@Open("asks for the set-up token, and does nothing once somebody is there to sign in")
@RequestMapping("/setup")
class SetupController {

  private final SetupState state;
  private final SetupToken token;
  private final FirstRunSetup firstStart;
  private final ServerAddress address;
  private final UserSessions sessions;
  private final Users users;

  SetupController(
      SetupState state,
      SetupToken token,
      FirstRunSetup firstStart,
      ServerAddress address,
      UserSessions sessions,
      Users users) {
    this.state = state;
    this.token = token;
    this.firstStart = firstStart;
    this.address = address;
    this.sessions = sessions;
    this.users = users;
  }

  @GetMapping
  ModelAndView show(
      @RequestParam(name = "token", required = false) @Nullable String shown,
      HttpServletRequest request) {
    if (state.isComplete()) {
      return new ModelAndView("redirect:/");
    }
    boolean accepted = shown != null && token.matches(shown);
    String offered = accepted ? reached(request) : address.baseUrl();
    SetupForm empty = new SetupForm("Packhouse", offered, null, null, null, null, null);
    Map<String, String> problems =
        shown == null || accepted ? Map.of() : Map.of("token", wrongToken());
    return page(empty, shown, problems, HttpStatus.OK);
  }

  /** Returns the URL that the browser used if the configured one is only valid on this machine. */
  private String reached(HttpServletRequest request) {
    String known = address.baseUrl();
    return "localhost".equals(URI.create(known).getHost())
        ? ServletUriComponentsBuilder.fromContextPath(request).build().toUriString()
        : known;
  }

  /** Sets the server up, and signs its administrator in. */
  @PostMapping
  ModelAndView setUp(
      @ModelAttribute SetupForm form,
      @RequestParam(name = "token", required = false) @Nullable String shown,
      HttpServletRequest request,
      HttpServletResponse response) {
    if (state.isComplete()) {
      return new ModelAndView("redirect:/");
    }
    if (shown == null || !token.matches(shown)) {
      return page(form, shown, Map.of("token", wrongToken()), HttpStatus.FORBIDDEN);
    }
    Map<String, String> problems = form.problems();
    if (!problems.isEmpty()) {
      return page(form, shown, problems, HttpStatus.BAD_REQUEST);
    }
    try {
      Optional<User> administrator =
          firstStart.setUp(form.settings()).flatMap(made -> users.findById(made.id()));
      administrator.ifPresent(user -> sessions.begin(user, "setup", request, response));
      return new ModelAndView(
          administrator.isPresent() ? "redirect:/getting-started" : "redirect:/");
    } catch (RefusedException e) {
      return page(form, shown, byField(e), HttpStatus.BAD_REQUEST);
    }
  }

  private ModelAndView page(
      SetupForm form, @Nullable String shown, Map<String, String> problems, HttpStatus status) {
    boolean accepted = shown != null && token.matches(shown);
    return new ModelAndView(
        "setup",
        Map.of(
            "form", form,
            "token", accepted ? shown : "",
            "errors", problems,
            "tokenAccepted", accepted,
            "section", "setup"),
        status);
  }

  private static Map<String, String> byField(RefusedException failure) {
    Map<String, String> problems = new LinkedHashMap<>();
    if (failure instanceof InvalidFieldException invalid) {
      invalid.fields().forEach(field -> problems.put(SetupForm.fieldOf(field), field.message()));
    } else {
      problems.put("", failure.sentence());
    }
    return problems;
  }

  private static String wrongToken() {
    return "This is not the set-up token. The console of the server prints it.";
  }
}
