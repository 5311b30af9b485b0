package org.packhouse.app.upkeep.imports.transfer;

/** An import that cannot succeed, with a sentence for whoever asked for it. */
public final class ImportFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ImportProblem problem;

  /** A failure of that kind, in these words. */
  public ImportFailedException(ImportProblem problem, String message) {
    super(message);
    this.problem = problem;
  }

  /** What kind of failure it is. */
  public ImportProblem problem() {
    return problem;
  }
}
