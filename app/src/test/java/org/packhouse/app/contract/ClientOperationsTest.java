package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.RestOperations;
import org.packhouse.app.testing.TestingServer;

/** The server has every operation that known clients of the dialect call. */
class ClientOperationsTest {

  @Test
  void everyOperationThatClientsCallIsThere() {
    Set<String> there =
        RestOperations.of(TestingServer.shared()).stream()
            .map(ClientOperationsTest::withoutNames)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(TextFile.lines("client-operations.txt"))
        .filteredOn(operation ->
            !there.contains(withoutNames(operation))
                && !there.contains(withoutNames(operation) + "/{}"))
        .isEmpty();
  }

  /** A user's repositories are those of the personal project, by either path. */
  private static String withoutNames(String operation) {
    return operation.replaceAll("\\{[^}]*}", "{}").replace("/users/{}/repos", "/projects/{}/repos");
  }
}
