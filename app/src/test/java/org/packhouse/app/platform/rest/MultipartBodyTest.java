package org.packhouse.app.platform.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;

class MultipartBodyTest {

  private static final String TYPE = "multipart/form-data; boundary=XX";
  private static final String FORM =
      """
      --XX\r
      Content-Disposition: form-data; name="message"\r
      \r
      Gr\u00fc\u00dfe\r
      --XX\r
      Content-Disposition: form-data; name="file"; filename="na\u00efve.txt"\r
      Content-Type: application/octet-stream\r
      \r
      a\r
      --X b\r
      \r
      --XX--\r
      """;

  private static MultipartBody body(String text) throws IOException {
    return MultipartBody.of(TYPE, new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @Test
  void readsPartsAsTheyCome() throws IOException {
    MultipartBody body = body(FORM);
    MultipartBody.Part message = Objects.requireNonNull(body.next());
    assertThat(message.name()).isEqualTo("message");
    assertThat(message.fileName()).isNull();
    assertThat(message.text(100)).isEqualTo("Gr\u00fc\u00dfe");
    MultipartBody.Part file = Objects.requireNonNull(body.next());
    assertThat(file.name()).isEqualTo("file");
    assertThat(file.fileName()).isEqualTo("na\u00efve.txt");
    assertThat(file.content().readAllBytes()).isEqualTo("a\r\n--X b\r\n".getBytes(UTF_8));
    assertThat(body.next()).isNull();
  }

  @Test
  void passesOverWhatNobodyReads() throws IOException {
    MultipartBody body = body(FORM);
    List<String> names = new ArrayList<>();
    for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
      names.add(part.name());
    }
    assertThat(names).containsExactly("message", "file");
  }

  @Test
  void readsTextOnlyUpToALimitAndInUtf8() throws IOException {
    MultipartBody.Part first = Objects.requireNonNull(body(FORM).next());
    assertThatThrownBy(() -> first.text(6))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("message is longer than 6 bytes");
    MultipartBody latin =
        MultipartBody.of(TYPE, new ByteArrayInputStream(FORM.getBytes(ISO_8859_1)));
    MultipartBody.Part part = Objects.requireNonNull(latin.next());
    assertThatThrownBy(() -> part.text(100)).hasMessageContaining("must be UTF-8");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 75, 130, 190})
  void refusesABodyThatBreaksOff(int length) throws IOException {
    MultipartBody body = body(FORM.substring(0, length));
    assertThatThrownBy(
            () -> {
              for (MultipartBody.Part part = body.next(); part != null; part = body.next()) {
                part.content().readAllBytes();
              }
            })
        .isInstanceOf(RestException.class)
        .hasMessageContaining("breaks off");
  }

  @Test
  void refusesAPartWithEndlessHeaders() throws IOException {
    MultipartBody body = body("--XX\r\nX: " + "y".repeat(9000) + "\r\n\r\n\r\n--XX--\r\n");
    assertThatThrownBy(body::next).isInstanceOf(RestException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "multipart/mixed; boundary=x", "text/plain"})
  void refusesOtherTypes(String type) {
    assertThatThrownBy(() -> MultipartBody.of(type, InputStream.nullInputStream()))
        .isInstanceOfSatisfying(
            RestException.class, e -> assertThat(e.restStatus()).isEqualTo(415));
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipart/form-data", "multipart/form-data; boundary="})
  void refusesABodyWithoutBoundary(String type) {
    assertThatThrownBy(() -> MultipartBody.of(type, InputStream.nullInputStream()))
        .isInstanceOfSatisfying(
            RestException.class, e -> assertThat(e.restStatus()).isEqualTo(400));
  }
}
