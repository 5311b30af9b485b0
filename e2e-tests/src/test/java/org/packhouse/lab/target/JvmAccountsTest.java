package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.lab.ledger.Account;

class JvmAccountsTest {

  @Test
  void knowsTheThreadsOfTheVirtualMachineByTheirNames() {
    assertThat(JvmAccounts.account("C2 CompilerThre")).isEqualTo(Account.COMPILER);
    assertThat(JvmAccounts.account("GC Thread")).isEqualTo(Account.COLLECTOR);
    assertThat(JvmAccounts.account("G1 Conc")).isEqualTo(Account.COLLECTOR);
    assertThat(JvmAccounts.account("VM Thread")).isEqualTo(Account.COLLECTOR);
    assertThat(JvmAccounts.account("JFR Sampler Thr")).isEqualTo(Account.SAMPLING);
    assertThat(JvmAccounts.account("Service Thread")).isEqualTo(Account.COLLECTOR);
    assertThat(JvmAccounts.account("http-nio-Poller")).isEqualTo("Java: http-nio-Poller");
  }

  @Test
  void booksAllThatAProcessHasTaken() {
    Map<String, Long> own = new JvmAccounts(List.of(ProcessHandle.current().pid())).nanos();
    assertThat(own.get(Account.COMPILER)).isPositive();
    assertThat(own).containsKey(Account.ofThread(Account.ENDED));
    long sum = own.values().stream().mapToLong(it -> it).sum();
    assertThat(JvmAccounts.completed(own, sum + 7, Account.GIT)).containsEntry(Account.GIT, 7L);
    assertThat(JvmAccounts.completed(own, sum - 7, Account.GIT)).containsEntry(Account.GIT, 0L);
  }
}
