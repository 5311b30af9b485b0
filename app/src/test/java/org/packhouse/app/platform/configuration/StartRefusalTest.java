package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.web.server.PortInUseException;

class StartRefusalTest {

  @Test
  void tellsTheRefusalHoweverDeepItLies() {
    Throwable failure =
        new IllegalStateException(
            "outer", new IllegalStateException(new StartRefusedException("It is Monday.")));
    assertThat(StartRefusal.sentence(failure)).hasValue("It is Monday.");
  }

  @Test
  void tellsWhichPortIsInUse() {
    assertThat(StartRefusal.sentence(new PortInUseException(7990)))
        .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("The port 7990 is in use"));
  }

  @Test
  void tellsWhichValueIsOfTheWrongKind() {
    Throwable failure =
        catchThrowable(() ->
            new Binder(new MapConfigurationPropertySource(Map.of("packhouse.rehearsal", "maybe")))
                .bind("packhouse", NodeSettings.class));
    assertThat(StartRefusal.sentence(failure))
        .hasValueSatisfying(sentence ->
            assertThat(sentence)
                .startsWith(
                    "The setting packhouse.rehearsal has the value 'maybe', which is not true"
                        + " or false"));
  }

  @Test
  void leavesOtherFailuresToTheFullReport() {
    assertThat(StartRefusal.sentence(new IllegalStateException("a fault of ours"))).isEmpty();
  }
}
