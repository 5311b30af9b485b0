package org.packhouse.app.identity.account.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.AccountAdministration;
import org.packhouse.app.identity.password.Passwords;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PrivilegeGuard;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: accounts, for administrators. */
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.API + "/admin/users")
class AdminUsersController {

  private final Principals principals;
  private final DetailedUsers details;
  private final UserLists lists;
  private final AccountAdministration administration;
  private final Accounts accounts;
  private final Passwords passwords;
  private final PrivilegeGuard ranks;

  AdminUsersController(
      Principals principals,
      DetailedUsers details,
      UserLists lists,
      AccountAdministration administration,
      Accounts accounts,
      Passwords passwords,
      PrivilegeGuard ranks) {
    this.principals = principals;
    this.details = details;
    this.lists = lists;
    this.administration = administration;
    this.accounts = accounts;
    this.passwords = passwords;
    this.ranks = ranks;
  }

  record Update(@Nullable String name, @Nullable String displayName, @Nullable String email) {}

  record Rename(@Nullable String name, @Nullable String newName) {}

  record NewPassword(
      @Nullable String name, @Nullable String password, @Nullable String passwordConfirm) {

    @Override
    public String toString() {
      return "NewPassword[" + name + "]";
    }
  }

  @GetMapping
  Page<DetailedUser> list(
      @RequestParam(required = false) @Nullable String filter, PageRequest page) {
    List<User> users = lists.all(RequestFields.filter(filter), page.start(), page.oneMore());
    return Page.ofOneMore(page, details.show(users));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void create(
      Caller caller,
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String password,
      @RequestParam(required = false) @Nullable String displayName,
      @RequestParam(required = false) @Nullable String emailAddress,
      @RequestParam(defaultValue = "true") boolean addToDefaultGroup) {
    administration.create(
        caller,
        RequestFields.required("name", name),
        RequestFields.required("password", password),
        RequestFields.required("displayName", displayName),
        emailAddress,
        addToDefaultGroup);
  }

  @PutMapping
  DetailedUser update(Caller caller, @RequestBody Update update) {
    User user = over(caller, update.name());
    return details.show(
        accounts.describe(
            user,
            update.displayName() == null ? user.displayName() : update.displayName(),
            update.email() == null ? user.emailAddress() : update.email()));
  }

  @DeleteMapping
  DetailedUser delete(Caller caller, @RequestParam(required = false) @Nullable String name) {
    User user = over(caller, name);
    DetailedUser shown = details.show(user);
    administration.delete(caller, user);
    return shown;
  }

  @PostMapping("/rename")
  DetailedUser rename(Caller caller, @RequestBody Rename rename) {
    User user = over(caller, rename.name());
    return details.show(accounts.rename(user, RequestFields.required("newName", rename.newName())));
  }

  @PutMapping("/credentials")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setPassword(Caller caller, @RequestBody NewPassword change) {
    User user = over(caller, change.name());
    String password = RequestFields.required("password", change.password());
    if (!password.equals(change.passwordConfirm())) {
      throw new InvalidFieldException("passwordConfirm", "The two passwords differ.");
    }
    passwords.set(user, password);
  }

  /** Clears the failed logins of a name, which the dialect calls a captcha. */
  @DeleteMapping("/captcha")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void forgetFailures(Caller caller, @RequestParam(required = false) @Nullable String name) {
    passwords.forgetFailures(over(caller, name));
  }

  private User over(Caller caller, @Nullable String name) {
    User user = principals.user(RequestFields.required("name", name));
    ranks.requireOver(caller, user);
    return user;
  }
}
