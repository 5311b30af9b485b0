package org.packhouse.app.people;

import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.user.User;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a client its user name, and an anonymous one nothing. */
@RestController
class WhoAmIController {

  private final CurrentCaller caller;

  WhoAmIController(CurrentCaller caller) {
    this.caller = caller;
  }

  @GetMapping(path = "/plugins/servlet/applinks/whoami", produces = MediaType.TEXT_PLAIN_VALUE)
  String whoAmI() {
    User user = caller.get().user();
    return user == null ? "" : user.name();
  }
}
