package org.packhouse.app.hosting.people;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.user.User;
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
