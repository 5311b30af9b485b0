package org.packhouse.app.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;

class TypedAddressesTest {

  @Test
  void areStrippedAndStandOnce() {
    assertThat(TypedAddresses.checked(List.of(" 10.0.0.0/8", "", "fd00::/8", "10.0.0.0/8 ")))
        .containsExactly("10.0.0.0/8", "fd00::/8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.org", "10.0.0.0/33", "*", "10.0.0.1\u0000"})
  void whatIsNoAddressIsNamed(String typed) {
    assertThatThrownBy(() -> TypedAddresses.checked(List.of("10.0.0.1", typed)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("is neither an address nor a block of them such as 10.0.0.0/8.");
  }

  @Test
  void areNoMoreThanTwoHundred() {
    List<String> many = IntStream.rangeClosed(0, 200).mapToObj(i -> "10.0.0." + i).toList();
    assertThat(TypedAddresses.checked(many.subList(0, 200))).hasSize(200);
    assertThatThrownBy(() -> TypedAddresses.checked(many))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("At most 200 addresses and blocks are allowed, not 201.");
  }
}
