package org.packhouse.app.review.build.rest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.build.Author;
import org.packhouse.app.review.build.Deployment;
import org.packhouse.app.review.build.ReportFields;

/** A report of a deployment. */
record DeploymentBody(
    @Nullable Long deploymentSequenceNumber,
    @Nullable String key,
    @Nullable String displayName,
    @Nullable String description,
    @Nullable EnvironmentBody environment,
    @Nullable String state,
    @Nullable String url) {

  private static final int MAX_TYPE = 64;

  record EnvironmentBody(
      @Nullable String key,
      @Nullable String displayName,
      @Nullable String type,
      @Nullable String url) {}

  Deployment of(long repositoryId, String commit, Author author, Instant now) {
    if (environment == null) {
      throw new InvalidFieldException("environment", "The field environment is required.");
    }
    Deployment.Id id = id(deploymentSequenceNumber, key, "environment.key", environment.key());
    return new Deployment(
        repositoryId,
        commit,
        id,
        ReportFields.constant("state", state, Deployment.State.class),
        new Deployment.Details(
            ReportFields.required("displayName", displayName, ReportFields.MAX_KEY),
            ReportFields.address("url", url),
            ReportFields.optional("description", description, ReportFields.MAX_TEXT),
            ReportFields.required(
                "environment.displayName", environment.displayName(), ReportFields.MAX_KEY),
            ReportFields.optional("environment.type", environment.type(), MAX_TYPE),
            environment.url() == null || environment.url().isEmpty()
                ? null
                : ReportFields.address("environment.url", environment.url())),
        now,
        author);
  }

  static Deployment.Id id(
      @Nullable Long number, @Nullable String key, String field, @Nullable String environment) {
    if (number == null) {
      throw new InvalidFieldException(
          "deploymentSequenceNumber", "The field deploymentSequenceNumber is required.");
    }
    return new Deployment.Id(
        ReportFields.required("key", key, ReportFields.MAX_KEY),
        ReportFields.required(field, environment, ReportFields.MAX_KEY),
        number);
  }
}
