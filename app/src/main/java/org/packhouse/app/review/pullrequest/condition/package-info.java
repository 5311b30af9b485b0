/** The rules of a merge: strategies, messages, signatures, and the checks that veto it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.review.pullrequest.condition;
