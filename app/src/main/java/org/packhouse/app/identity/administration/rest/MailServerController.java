package org.packhouse.app.identity.administration.rest;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.MailServer;
import org.packhouse.app.identity.administration.MailServers;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.EmailAddresses;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** REST: the mail server, for system administrators. */
@RestController
@Requires(Permission.SYS_ADMIN)
@RequestMapping(RestPaths.API + "/admin/mail-server")
class MailServerController {

  private final MailServers mail;

  MailServerController(MailServers mail) {
    this.mail = mail;
  }

  record Body(
      @Nullable String hostname,
      @Nullable Integer port,
      @Nullable String protocol,
      @JsonAlias("use-start-tls") @Nullable Boolean useStartTls,
      @JsonAlias("require-start-tls") @Nullable Boolean requireStartTls,
      @Nullable String username,
      @Nullable String password,
      @JsonAlias("sender-address") @Nullable String senderAddress) {
    @Override
    public String toString() {
      return "Body[" + hostname + "]";
    }
  }

  /** The mail server without its password, with both spellings of names that clients read. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Shown(@JsonUnwrapped MailServer server, @Nullable String senderAddress) {

    @JsonProperty("use-start-tls")
    boolean hyphenatedUseStartTls() {
      return server.useStartTls();
    }

    @JsonProperty("require-start-tls")
    boolean hyphenatedRequireStartTls() {
      return server.requireStartTls();
    }

    @JsonProperty("sender-address")
    @Nullable String hyphenatedSenderAddress() {
      return senderAddress;
    }
  }

  @GetMapping
  Shown get() {
    return show();
  }

  @PutMapping
  Shown put(@RequestBody Body body) {
    MailServer server = server(body);
    String password = MailServer.text("password", body.password());
    String sender = MailServer.text("senderAddress", body.senderAddress());
    if (sender != null) {
      EmailAddresses.check("senderAddress", sender);
    }
    mail.set(server, password);
    if (sender != null) {
      mail.setSenderAddress(sender);
    }
    return show();
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete() {
    mail.remove();
  }

  @GetMapping("/sender-address")
  ResponseEntity<StringNode> sender() {
    return mail.senderAddress()
        .map(address -> ResponseEntity.ok(StringNode.valueOf(address)))
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  /** Sets the sender address, which the dialect sends as a JSON string. */
  @PutMapping(path = "/sender-address", consumes = MediaType.APPLICATION_JSON_VALUE)
  StringNode setSender(@RequestBody JsonNode body) {
    if (!body.isString()) {
      throw new InvalidFieldException(
          "senderAddress", "The body must be an e-mail address as a JSON string.");
    }
    String address = EmailAddresses.check("senderAddress", body.stringValue());
    mail.setSenderAddress(address);
    return StringNode.valueOf(address);
  }

  @DeleteMapping("/sender-address")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteSender() {
    mail.removeSenderAddress();
  }

  private Shown show() {
    MailServer server =
        mail.find().orElseThrow(() -> new NoSuchException(Thing.ENTITY, "No mail server is set."));
    return new Shown(server, mail.senderAddress().orElse(null));
  }

  private static MailServer server(Body body) {
    return MailServer.of(
        body.hostname(),
        body.port(),
        body.protocol(),
        !Boolean.FALSE.equals(body.useStartTls()),
        Boolean.TRUE.equals(body.requireStartTls()),
        body.username());
  }
}
