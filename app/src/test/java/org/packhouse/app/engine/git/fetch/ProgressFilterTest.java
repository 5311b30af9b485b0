package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.slf4j.LoggerFactory;

class ProgressFilterTest {

  @ParameterizedTest
  @CsvSource({
    // Pack, progress, a section without a band.
    "'0009\u0001PACK0010\u0002Total 3...\n0000', '0009\u0001PACK0010\u0002Total 3...\n0000'",
    // A warning alone, and one between two lines of progress.
    "'0018\u0002warning: /x/p.pack\n0000', '0000'",
    "'0021\u0002One\rwarning: in /pools\nTwo\r\n0000', '000e\u0002One\rTwo\r\n0000'",
    // One that is cut in two, in its prefix too; what follows is pack.
    "'0009\u0002warn0012\u0002ing: /x\nEnd.\n0006\u0001P0000', '000a\u0002End.\n0006\u0001P0000'",
    "'000e\u0002fatal: /x0007\u0002y\n0006\u0001P0000', '0006\u0001P0000'",
    // The beginning of a line that nothing follows is no diagnostic.
    "'0009\u0002warn0006\u0001P0000', '0009\u0002warn0006\u0001P0000'",
    "'0009\u0002warn0000', '0009\u0002warn0000'",
    "'0009\u0003warn0000', '0009\u0003warn0000'",
    "'0014acknowledgments\n0008NAK\n00010002', '0014acknowledgments\n0008NAK\n00010002'",
    "'no packets at all', 'no packets at all'",
    "'0008NAK\n000', '0008NAK\n'",
    "'', ''",
  })
  void keepsDiagnosticsBackHoweverTheBytesCome(String said, String expected) throws IOException {
    byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
    for (int step = 1; step <= bytes.length + 1; step++) {
      assertThat(passed(bytes, step, Framing.V2)).as("in steps of " + step).isEqualTo(expected);
    }
  }

  @Test
  void leavesPacksWithoutSideBandsAlone() throws IOException {
    String said = "0008NAK\nPACK0012\u0002warning: /x\n";
    assertThat(passed(said.getBytes(StandardCharsets.UTF_8), 100, Framing.V0_BARE)).isEqualTo(said);
  }

  @Test
  void warnsOfWhatIsAmissAndNotOfTheBitmapOfAPackThatWasReplaced() throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(ProgressFilter.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      passed(packet("warning: ignoring extra bitmap file: './objects/pack/pack-1.pack'"));
      passed(packet("warning: something else"));
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("git upload-pack: warning: something else");
  }

  private static String packet(String line) {
    return "%04x\u0002%s\n0000".formatted(line.length() + 6, line);
  }

  private static void passed(String said) throws IOException {
    assertThat(passed(said.getBytes(StandardCharsets.UTF_8), 100, Framing.V2)).isEqualTo("0000");
  }

  private static String passed(byte[] bytes, int step, Framing framing) throws IOException {
    ByteArrayOutputStream passed = new ByteArrayOutputStream();
    OutputStream filter = ProgressFilter.of(passed, framing);
    for (int at = 0; at < bytes.length; at += step) {
      filter.write(bytes, at, Math.min(step, bytes.length - at));
    }
    filter.flush();
    return passed.toString(StandardCharsets.UTF_8);
  }
}
