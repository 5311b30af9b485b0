package org.packhouse.app.identity.account.rest;

import java.nio.charset.StandardCharsets;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.Open;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a client its user name; empty for an anonymous one. */
@RestController
class WhoAmIController {

  @Open("tells callers their own name")
  @GetMapping("/plugins/servlet/applinks/whoami")
  ResponseEntity<String> whoAmI(Caller caller) {
    User user = caller.user();
    // Clients ask with the Accept header of their other requests, for JSON.
    return ResponseEntity.ok()
        .contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8))
        .body(user == null ? "" : user.name());
  }
}
