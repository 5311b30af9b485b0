package org.packhouse.app.identity.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows of mail that waits, of a server that has no mail server, so that nothing is sent. */
class MailRowsTest {

  private final TestingServer server = TestingServer.shared();
  private final MailRows rows = server.get(MailRows.class);
  private final JdbcClient sql = server.get(JdbcClient.class);

  @Test
  void nothingIsDueWhileNothingWaitsOrItsTimeHasNotCome() {
    sql.sql("delete from mail_message").update();
    assertThat(rows.untilDue()).isEmpty();
    User user =
        TestingPeople.of(server).createUser(TestingPeople.uniqueName("mailed"), "a-password-1");
    Instant due = Instant.now().plusSeconds(3600);
    rows.add(
        "of-no-version",
        List.of(new MailQueue.Entry(user.id(), "one", "", new MailQueue.Digest("day", due))));
    assertThat(rows.untilDue().orElseThrow())
        .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
    sql.sql("update mail_message set next_try_at = now() - interval '1 minute'").update();
    assertThat(rows.untilDue()).hasValue(Duration.ZERO);
    sql.sql("delete from mail_message").update();
    assertThat(rows.untilDue()).isEmpty();
  }
}
