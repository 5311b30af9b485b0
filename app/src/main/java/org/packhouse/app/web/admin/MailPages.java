package org.packhouse.app.web.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.MailServer;
import org.packhouse.app.identity.administration.MailServers;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.mail.TestMail;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.EmailAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.web.FormSubmission;
import org.packhouse.app.web.Forms;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The mail server: its settings, a test message, and the queue. */
@Controller
@Requires(Permission.SYS_ADMIN)
record MailPages(MailServers servers, MailQueue queue, TestMail testMail, Users users) {

  private static final String PATH = "/admin/mail-server";
  private static final int MAX_FAILURES = 20;

  /** The form; {@code startTls} is {@code never}, {@code offered} or {@code must}. */
  record Form(
      @Nullable String hostname,
      @Nullable String port,
      @Nullable String protocol,
      @Nullable String startTls,
      @Nullable String username,
      @Nullable String password,
      @Nullable String senderAddress) {

    static Form of(MailServer server, @Nullable String sender) {
      return new Form(
          server.hostname(),
          Integer.toString(server.port()),
          server.protocol().name(),
          server.requireStartTls() ? "must" : server.useStartTls() ? "offered" : "never",
          server.username(),
          null,
          sender);
    }

    @Override
    public String toString() {
      return "Form[" + hostname + "]";
    }
  }

  /** A message that was given up. */
  record Line(@Nullable User user, Instant ended, String error) {}

  @GetMapping(PATH)
  String show(Model model) {
    Optional<MailServer> server = servers.find();
    String sender = servers.senderAddress().orElse(null);
    if (!model.containsAttribute("form")) {
      model.addAttribute(
          "form",
          server
              .map(it -> Form.of(it, sender))
              .orElse(new Form(null, null, "SMTP", "offered", null, null, sender)));
    }
    model.addAttribute("tab", "mail-server");
    model.addAttribute("isSet", server.isPresent());
    model.addAttribute("ready", queue.isReady());
    model.addAttribute("queue", queue.state());
    model.addAttribute("failures", failures());
    return "admin/mail-server";
  }

  private List<Line> failures() {
    List<MailQueue.Failure> rows = queue.failures(MAX_FAILURES);
    Map<Long, User> known =
        users.findAllById(rows.stream().map(MailQueue.Failure::userId).toList());
    return rows.stream()
        .map(it -> new Line(known.get(it.userId()), it.ended(), it.error()))
        .toList();
  }

  @PostMapping(PATH)
  String change(Form form, Model model, FormSubmission submission) {
    model.addAttribute("form", form);
    return submission.handle(
        () -> {
          String tls = form.startTls();
          String port = Forms.text(form.port());
          MailServer server =
              MailServer.of(
                  Forms.text(form.hostname()),
                  port == null
                      ? null
                      : Integer.valueOf(
                          Forms.number("port", port, "The port must be a whole number, not %s.")),
                  form.protocol(),
                  !"never".equals(tls),
                  "must".equals(tls),
                  Forms.text(form.username()));
          String sender = Forms.text(form.senderAddress());
          if (sender == null) {
            throw new InvalidFieldException(
                "senderAddress", "Mail needs an address that it is sent from.");
          }
          EmailAddresses.check("senderAddress", sender);
          servers.set(server, MailServer.text("password", form.password()));
          servers.setSenderAddress(sender);
          return submission.saved(PATH, "The mail server is saved. Send a test message.");
        },
        () -> show(model));
  }

  @PostMapping(PATH + "/remove")
  String remove(FormSubmission submission) {
    servers.remove();
    return submission.saved(PATH, "No mail is sent from now on.");
  }

  @PostMapping(PATH + "/test")
  String test(
      @RequestParam(defaultValue = "") String testAddress, Model model, FormSubmission submission) {
    model.addAttribute("testAddress", testAddress);
    return submission.handle(
        () -> {
          String address = EmailAddresses.check("testAddress", testAddress.strip());
          testMail
              .send(address)
              .ifPresent(error -> {
                throw new InvalidFieldException("testAddress", "It was not sent: " + error);
              });
          return submission.saved(
              PATH, "The mail server took a message for %s.".formatted(address));
        },
        () -> show(model));
  }
}
