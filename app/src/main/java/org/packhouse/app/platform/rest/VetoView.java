package org.packhouse.app.platform.rest;

/** The veto of one merge check, as clients read it. */
public record VetoView(String summaryMessage, String detailedMessage) {}
