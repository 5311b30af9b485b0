/**
 * From an opened pull request to a moved target: pull requests, their reviewers, and the builds and
 * reports that gate a merge.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.review;
