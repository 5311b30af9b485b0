package org.packhouse.app.engine.git.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;

class PackWatchTest {

  @ParameterizedTest
  @CsvSource({
    "'000dpackfile\n', true",
    "'000e\u0001packfile\n', true",
    "'0014acknowledgments\n0008NAK\n0000', false",
    "'0014acknowledgments\n0010ready it is\n0001000dpackfile\n0007\u0001PA', true",
    "'0010shallow-info0001000dpackfile\n', true",
    "'0013packfile is it\n0000', false",
    "'0005\u00010004000d\u0002ackfile\n0000', false",
    "'', false",
  })
  void seesWhetherAPackBeginsHoweverTheBytesCome(String response, boolean expected)
      throws IOException {
    byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
    for (int step = 1; step <= bytes.length + 1; step++) {
      ByteArrayOutputStream passed = new ByteArrayOutputStream();
      PackWatch watch = new PackWatch(passed, Framing.V2, new byte[0]);
      for (int at = 0; at < bytes.length; at += step) {
        watch.write(bytes, at, Math.min(step, bytes.length - at));
      }
      assertThat(watch.packSeen()).isEqualTo(expected);
      assertThat(passed.toByteArray()).isEqualTo(bytes);
    }
  }

  @Test
  void addsWhatPrecedesThePackHoweverTheBytesCome() throws IOException {
    String response = "0014acknowledgments\n0008NAK\n0001000dpackfile\n0009\u0001PACK0000";
    for (int step = 1; step <= response.length() + 1; step++) {
      ByteArrayOutputStream passed = new ByteArrayOutputStream();
      PackWatch watch =
          new PackWatch(passed, Framing.V2, "0008refs0001".getBytes(StandardCharsets.UTF_8));
      byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
      for (int at = 0; at < bytes.length; at += step) {
        watch.write(bytes, at, Math.min(step, bytes.length - at));
      }
      assertThat(passed.toString(StandardCharsets.UTF_8))
          .isEqualTo(response.replace("000dpackfile", "0008refs0001000dpackfile"));
    }
  }
}
