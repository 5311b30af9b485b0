package org.packhouse.app.identity.audit;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.packhouse.app.identity.audit.AuditTrail.AuditNode;
import org.packhouse.app.platform.node.NodeSessions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Background work on audit events, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class AuditTasks {

  @Bean
  AuditNode auditNode(NodeSessions sessions) {
    return new AuditNode(sessions::name);
  }

  @Bean
  RecurringTask<Void> forgetAuditEvents(AuditEvents events, AuditSettings settings) {
    return Tasks.recurring("audit-retention", FixedDelay.of(Duration.ofHours(6)))
        .execute((_, _) -> events.deleteOlderThan(settings.retention()));
  }
}
