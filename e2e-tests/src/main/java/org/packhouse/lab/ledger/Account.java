package org.packhouse.lab.ledger;

import java.util.Optional;

/** The names of the accounts that a server's processor time is booked to. */
public final class Account {

  /** Threads that had ended before they were seen. */
  public static final String ENDED = "ended threads";

  /** Begins the name of an account of threads that run Java code: a sampling splits it further. */
  private static final String THREADS = "Java: ";

  /** The request's own threads. */
  public static final String ANSWER = "answer";

  /** The compilers of a JVM. */
  public static final String COMPILER = "JIT compiler";

  /** The garbage collector of a JVM, and its thread that stops all others. */
  public static final String COLLECTOR = "garbage collector, VM";

  /** The processes of PostgreSQL. */
  public static final String DATABASE = "PostgreSQL";

  /** What a server starts beside its own process. */
  public static final String GIT = "git processes";

  /** The sampling itself, which is taken off. */
  public static final String SAMPLING = "sampling";

  /** Samples without a stack. */
  public static final String UNATTRIBUTED = "unattributed";

  /** A server that tells no more. */
  public static final String WHOLE = "server";

  private Account() {}

  /** Returns the account to which the processor time of threads with a name is charged. */
  public static String ofThread(String name) {
    return THREADS + name;
  }

  /** The name of the threads that an account is of; empty if it is of none. */
  static Optional<String> thread(String account) {
    return account.startsWith(THREADS)
        ? Optional.of(account.substring(THREADS.length()))
        : Optional.empty();
  }
}
