package org.packhouse.app.upkeep.imports.transfer;

/** Signals that an import cannot succeed; its message is a sentence for the user. */
public final class ImportFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ImportProblem problem;

  public ImportFailedException(ImportProblem problem, String message) {
    super(message);
    this.problem = problem;
  }

  public ImportProblem problem() {
    return problem;
  }
}
