package org.packhouse.app.networks.imports;

/** An import that cannot succeed, with a sentence for whoever asked for it. */
final class ImportFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ImportProblem problem;

  ImportFailedException(ImportProblem problem, String message) {
    super(message);
    this.problem = problem;
  }

  ImportProblem problem() {
    return problem;
  }
}
