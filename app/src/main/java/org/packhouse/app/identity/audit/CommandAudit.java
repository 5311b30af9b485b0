package org.packhouse.app.identity.audit;

import org.packhouse.app.identity.audit.AuditTrail.AuditNode;
import org.packhouse.app.platform.node.Homes;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/** The audit trail of a command beside a server, imported by that command. */
@EnableConfigurationProperties(AuditSettings.class)
@Import(AuditTrail.class)
public class CommandAudit {

  @Bean
  AuditNode auditNode() {
    return new AuditNode(() -> "command line");
  }

  @Bean
  AuditFile auditFile(Homes homes, AuditSettings settings, JsonMapper json) {
    return AuditFile.besideAServer(homes, settings, json);
  }
}
