package org.packhouse.lab.experiment;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.link.Link;

/**
 * One kind of operation in an experiment.
 *
 * @param operation which: {@code clone}, {@code shallow-clone}, {@code single-branch-clone}, {@code
 *     clone-after-push}, {@code shallow-clone-after-push}, {@code fetch}, {@code ls-refs}, {@code
 *     push-small}, {@code push-big}, {@code rest}, {@code page}, {@code file}, {@code
 *     pull-request-create} and the other steps of a pull request
 * @param repository the plan's name of the repositories it works on, one drawn each turn
 * @param transport {@code http}, {@code https2} (HTTP/2 over TLS), {@code https} or {@code ssh}
 * @param protocol of Git: 0 or 2
 * @param weight how often it is drawn in a closed loop, against the others
 * @param ratePerHour how often it happens in an open loop
 * @param depth of a shallow clone
 * @param bytes how much a big push or a fetch moves
 * @param path of {@code rest} and {@code page}: below the repository, or from the root if it begins
 *     with a slash; of a push: the branch that all push to
 * @param link what lies between client and server; null for the experiment's
 * @param target the name of the only target that it is for; null for all
 */
@Value.Builder
public record OperationPlan(
    String operation,
    String repository,
    String transport,
    int protocol,
    double weight,
    double ratePerHour,
    int depth,
    long bytes,
    @Nullable String path,
    @Nullable Link link,
    @Nullable String target) {

  /** Whether it is done to that target; to a server that is given by its URL, each is. */
  public boolean isFor(TargetPlan plan) {
    return target == null
        || target.equals(plan.name())
        || (target + TargetPlan.BEFORE).equals(plan.name())
        || plan.kind().equals("url");
  }
}
