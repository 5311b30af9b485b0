package org.packhouse.app.identity.token.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.token.AccessToken;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.token.TokenOwner.OfRepository;
import org.packhouse.app.identity.token.TokenPermissions;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Component;

/** Serves requests about access tokens of every owner. Asks no permission. */
@Component
class TokenRequests {

  private final AccessTokens tokens;

  TokenRequests(AccessTokens tokens) {
    this.tokens = tokens;
  }

  record Body(
      @Nullable String name, @Nullable List<String> permissions, @Nullable Integer expiryDays) {}

  Page<AccessToken> list(TokenOwner owner, PageRequest page) {
    return Page.ofOneMore(page, tokens.list(owner, page.start(), page.oneMore()));
  }

  NewToken create(TokenOwner owner, Body body) {
    return tokens.create(
        owner,
        RequestFields.required("name", body.name()),
        permissions(owner, RequestFields.required("permissions", body.permissions())),
        RequestFields.life(body.expiryDays()));
  }

  AccessToken get(TokenOwner owner, String id) {
    return tokens.find(owner, id).orElseThrow(() -> unknown(id));
  }

  AccessToken change(TokenOwner owner, String id, Body body) {
    AccessToken present = get(owner, id);
    return tokens
        .change(
            owner,
            id,
            body.name() == null ? present.name() : body.name(),
            body.permissions() == null
                ? present.permissions()
                : permissions(owner, RequestFields.required("permissions", body.permissions())))
        .orElseThrow(() -> unknown(id));
  }

  void revoke(TokenOwner owner, String id) {
    tokens.revoke(owner, id);
  }

  private static TokenPermissions permissions(TokenOwner owner, List<String> names) {
    List<Permission> allowed =
        TokenPermissions.allowed().stream()
            .filter(
                it -> !(owner instanceof OfRepository) || it.scope() == Permission.Scope.REPOSITORY)
            .toList();
    return TokenPermissions.of(
        names.stream().map(name -> RequestFields.permission(name, allowed)).toList());
  }

  private static RefusedException unknown(String id) {
    return new NoSuchException(
        Thing.ENTITY, "There is no access token " + InvalidFieldException.quote(id) + " here.");
  }
}
