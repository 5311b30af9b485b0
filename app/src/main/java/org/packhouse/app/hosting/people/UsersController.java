package org.packhouse.app.hosting.people;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.Passwords;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserJson;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: users as every user sees them, and what a user may change of their own account. */
@RestController
@RequestMapping(RestPaths.API + "/users")
class UsersController {

  private final Directory directory;
  private final UserSearch search;
  private final Accounts accounts;
  private final Passwords passwords;
  private final CurrentCaller caller;

  UsersController(
      Directory directory,
      UserSearch search,
      Accounts accounts,
      Passwords passwords,
      CurrentCaller caller) {
    this.directory = directory;
    this.search = search;
    this.accounts = accounts;
    this.passwords = passwords;
    this.caller = caller;
  }

  record Update(@Nullable String displayName, @Nullable String email) {}

  record NewPassword(
      @Nullable String oldPassword, @Nullable String password, @Nullable String passwordConfirm) {

    @Override
    public String toString() {
      return "NewPassword[]";
    }
  }

  @GetMapping
  Page<UserJson> list(@RequestParam Map<String, String> parameters, PageRequest page) {
    Caller asking = requireKnown();
    return Page.ofOneMore(page, search.find(asking, parameters, page)).map(directory::show);
  }

  @GetMapping("/{userSlug}")
  UserJson get(@PathVariable String userSlug) {
    requireKnown();
    return directory.show(directory.bySlug(userSlug));
  }

  @PutMapping
  UserJson update(@RequestBody Update update) {
    User self = self();
    String displayName = update.displayName() == null ? self.displayName() : update.displayName();
    String email = update.email() == null ? self.emailAddress() : update.email();
    return directory.show(accounts.describe(self, displayName, email));
  }

  @PutMapping("/credentials")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void changePassword(@RequestBody NewPassword change) {
    User self = self();
    String password = RequestFields.required("password", change.password());
    if (change.passwordConfirm() != null && !change.passwordConfirm().equals(password)) {
      throw new InvalidFieldException("passwordConfirm", "The two passwords differ.");
    }
    if (!passwords.matches(self, RequestFields.required("oldPassword", change.oldPassword()))) {
      throw new RestException(
          HttpStatus.UNAUTHORIZED.value(),
          ExceptionName.INCORRECT_PASSWORD,
          "The old password is wrong.");
    }
    passwords.set(self, password);
  }

  private User self() {
    Caller asking = requireKnown();
    Ranks.requireNoToken(asking);
    User user = asking.user();
    if (user == null) {
      throw new NotPermittedException("An access key or token is nobody's account.", true, false);
    }
    return user;
  }

  private Caller requireKnown() {
    Caller asking = caller.get();
    if (asking instanceof Caller.Anonymous) {
      throw new NotPermittedException("Sign in to see users.", true, true);
    }
    return asking;
  }
}
