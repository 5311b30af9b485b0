/** What an experiment's file may say. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.experiment;
