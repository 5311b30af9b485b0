/** What an experiment says. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.experiment;
