package org.packhouse.app.identity.audit.rest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.packhouse.app.identity.audit.AuditEvent;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.stereotype.Component;

/** Makes views of audit events. */
@Component
public class AuditEventViews {

  private final Users users;
  private final ServerAddress address;

  AuditEventViews(Users users, ServerAddress address) {
    this.users = users;
    this.address = address;
  }

  /** Returns a page of events, of which one more than requested was read. */
  public Page<AuditEventView> page(PageRequest request, List<AuditEvent> events) {
    Page<AuditEvent> page = Page.ofOneMore(request, events);
    Map<Long, User> known =
        users.findAllById(
            page.values().stream()
                .map(event -> event.by().actorId())
                .filter(Objects::nonNull)
                .toList());
    return page.map(event -> {
      Long id = event.by().actorId();
      User user = id == null ? null : known.get(id);
      return AuditEventView.of(event, user == null ? null : UserView.of(user, address.baseUrl()));
    });
  }
}
