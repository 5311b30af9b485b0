package org.packhouse.app.identity.audit;

import java.util.function.Supplier;

/** The name that audit rows give to the process: a node, or a command beside it. */
record AuditNode(Supplier<String> name) {}
