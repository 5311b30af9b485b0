package org.packhouse.app.hosting.dialect.rest;

import java.util.List;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.Open;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the ways to sign in. Open to everybody. */
@RestController
@Open("tells everybody the same")
class LoginOptionsController {

  record Option(int id, String type, String buttonText, String loginLink) {}

  /** A page in this corner of the dialect, which calls the values {@code results}. */
  record Options(int size, int limit, int start, boolean isLastPage, List<Option> results) {}

  @GetMapping("/rest/authconfig/{version:1\\.0|latest}/login-options")
  Options list(PageRequest request) {
    Page<Option> page =
        Page.ofAll(request, List.of(new Option(1, "LOGIN_FORM", "Sign in", "/login")));
    return new Options(page.size(), page.limit(), page.start(), page.isLastPage(), page.values());
  }
}
