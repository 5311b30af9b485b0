/** What is made of figures. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.report;
