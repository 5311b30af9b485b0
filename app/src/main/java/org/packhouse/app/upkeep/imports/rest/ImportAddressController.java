package org.packhouse.app.upkeep.imports.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.StoredAddresses;
import org.packhouse.app.identity.administration.StoredAddresses.Purpose;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.upkeep.imports.AllowedAddresses;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the non-public addresses that may be imported from. */
@RestController
@Requires(Permission.SYS_ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/import/allowed-addresses")
class ImportAddressController {

  private final AllowedAddresses allowed;
  private final StoredAddresses stored;

  ImportAddressController(AllowedAddresses allowed, StoredAddresses stored) {
    this.allowed = allowed;
    this.stored = stored;
  }

  record AddressesBody(@Nullable List<@Nullable String> addresses) {}

  record AddressesView(List<String> addresses, boolean stored) {}

  @GetMapping
  AddressesView get() {
    AllowedAddresses.State state = allowed.find();
    return new AddressesView(state.addresses(), state.isStored());
  }

  @PutMapping
  AddressesView put(@RequestBody AddressesBody body) {
    List<@Nullable String> given = body.addresses();
    if (given == null) {
      throw new InvalidFieldException("addresses", "A list of addresses is required.");
    }
    stored.store(Purpose.IMPORT, given.stream().map(it -> it == null ? "null" : it).toList());
    return get();
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete() {
    stored.reset(Purpose.IMPORT);
  }
}
