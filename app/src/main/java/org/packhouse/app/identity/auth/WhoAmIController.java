package org.packhouse.app.identity.auth;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.Open;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a client its user name, and an anonymous one nothing. */
@RestController
class WhoAmIController {

  @Open("tells callers their own name")
  @GetMapping(path = "/plugins/servlet/applinks/whoami", produces = MediaType.TEXT_PLAIN_VALUE)
  String whoAmI(Caller caller) {
    User user = caller.user();
    return user == null ? "" : user.name();
  }
}
