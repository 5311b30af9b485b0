package org.packhouse.app.identity.account.rest;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.PrimaryAddresses;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: users as every user sees them, and changes to the caller's own account. */
@RestController
@RequestMapping(RestPaths.API + "/users")
class UsersController {

  private final Principals principals;
  private final UserViews views;
  private final Accounts accounts;
  private final PrimaryAddresses addresses;
  private final Passwords passwords;

  UsersController(
      Principals principals,
      UserViews views,
      Accounts accounts,
      PrimaryAddresses addresses,
      Passwords passwords) {
    this.principals = principals;
    this.views = views;
    this.accounts = accounts;
    this.addresses = addresses;
    this.passwords = passwords;
  }

  /**
   * Changes to the caller's account; another address in a browser session requires the password.
   */
  record Update(@Nullable String displayName, @Nullable String email, @Nullable String password) {

    @Override
    public String toString() {
      return "Update[" + displayName + ", " + email + "]";
    }
  }

  record NewPassword(
      @Nullable String oldPassword, @Nullable String password, @Nullable String passwordConfirm) {

    @Override
    public String toString() {
      return "NewPassword[]";
    }
  }

  @Open("looks itself whether anybody is signed in")
  @GetMapping("/{userSlug}")
  UserView get(Caller caller, @PathVariable String userSlug) {
    PrivilegeGuard.requireSomebody(caller);
    return views.of(principals.bySlug(userSlug));
  }

  /** Changes the account; another address counts once the link mailed to it is opened. */
  @PutMapping
  UserView update(
      @Requires(Permission.LICENSED_USER) User self,
      Caller caller,
      @RequestBody Update update,
      HttpServletRequest request) {
    PrivilegeGuard.requireNoToken(caller);
    String email = update.email();
    boolean another = email != null && !email.equals(self.emailAddress());
    if (another && request.getHeader("Authorization") == null) {
      requirePassword(
          self,
          RequestFields.required("password", update.password()),
          "The password is wrong.",
          request);
    }
    String displayName = update.displayName() == null ? self.displayName() : update.displayName();
    return views.of(
        another
            ? addresses.describe(self, displayName, email)
            : accounts.describe(self, displayName));
  }

  @PutMapping("/credentials")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void changePassword(
      @Requires(Permission.LICENSED_USER) User self,
      Caller caller,
      @RequestBody NewPassword change,
      HttpServletRequest request) {
    PrivilegeGuard.requireNoToken(caller);
    String password = RequestFields.required("password", change.password());
    if (change.passwordConfirm() != null && !change.passwordConfirm().equals(password)) {
      throw new InvalidFieldException("passwordConfirm", "The two passwords differ.");
    }
    String old = RequestFields.required("oldPassword", change.oldPassword());
    requirePassword(self, old, "The old password is wrong.", request);
    passwords.set(self, password);
  }

  private void requirePassword(
      User self, String password, String message, HttpServletRequest request) {
    if (!passwords.matches(self, password, request.getRemoteAddr())) {
      throw new RestException(
          HttpStatus.UNAUTHORIZED.value(), ExceptionName.INCORRECT_PASSWORD, message);
    }
  }
}
