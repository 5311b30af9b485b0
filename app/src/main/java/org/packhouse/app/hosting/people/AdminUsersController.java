package org.packhouse.app.hosting.people;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.Passwords;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDirectory;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
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
@RequestMapping(RestPaths.API + "/admin/users")
class AdminUsersController {

  private final Directory directory;
  private final UserDirectory lists;
  private final AccountAdministration administration;
  private final Accounts accounts;
  private final Passwords passwords;
  private final Ranks ranks;
  private final CurrentCaller caller;

  AdminUsersController(
      Directory directory,
      UserDirectory lists,
      AccountAdministration administration,
      Accounts accounts,
      Passwords passwords,
      Ranks ranks,
      CurrentCaller caller) {
    this.directory = directory;
    this.lists = lists;
    this.administration = administration;
    this.accounts = accounts;
    this.passwords = passwords;
    this.ranks = ranks;
    this.caller = caller;
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
    ranks.requireAdministrator(caller.get());
    List<User> users = lists.all(RequestFields.filter(filter), page.start(), page.oneMore());
    return Page.ofOneMore(page, directory.showDetails(users));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void create(
      @RequestParam(required = false) @Nullable String name,
      @RequestParam(required = false) @Nullable String password,
      @RequestParam(required = false) @Nullable String displayName,
      @RequestParam(required = false) @Nullable String emailAddress,
      @RequestParam(defaultValue = "true") boolean addToDefaultGroup) {
    ranks.requireAdministrator(caller.get());
    administration.create(
        caller.get(),
        RequestFields.required("name", name),
        RequestFields.required("password", password),
        RequestFields.required("displayName", displayName),
        emailAddress,
        addToDefaultGroup);
  }

  @PutMapping
  DetailedUser update(@RequestBody Update update) {
    User user = over(update.name());
    return directory.showDetails(
        accounts.describe(
            user,
            update.displayName() == null ? user.displayName() : update.displayName(),
            update.email() == null ? user.emailAddress() : update.email()));
  }

  @DeleteMapping
  DetailedUser delete(@RequestParam(required = false) @Nullable String name) {
    User user = over(name);
    DetailedUser shown = directory.showDetails(user);
    administration.delete(caller.get(), user);
    return shown;
  }

  @PostMapping("/rename")
  DetailedUser rename(@RequestBody Rename rename) {
    User user = over(rename.name());
    return directory.showDetails(
        accounts.rename(user, RequestFields.required("newName", rename.newName())));
  }

  @PutMapping("/credentials")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void setPassword(@RequestBody NewPassword change) {
    User user = over(change.name());
    Ranks.requireNoToken(caller.get());
    String password = RequestFields.required("password", change.password());
    if (!password.equals(change.passwordConfirm())) {
      throw new InvalidFieldException("passwordConfirm", "The two passwords differ.");
    }
    passwords.set(user, password);
  }

  /** The dialect's word for letting a name be tried again after failed logins. */
  @DeleteMapping("/captcha")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void forgetFailures(@RequestParam(required = false) @Nullable String name) {
    passwords.forgetFailures(over(name));
  }

  private User over(@Nullable String name) {
    Caller asking = caller.get();
    ranks.requireAdministrator(asking);
    User user = directory.user(RequestFields.required("name", name));
    ranks.requireOver(asking, user);
    return user;
  }
}
