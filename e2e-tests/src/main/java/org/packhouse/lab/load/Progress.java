package org.packhouse.lab.load;

/** Is told what happens while a stage runs. */
@FunctionalInterface
public interface Progress {

  /** So many more operations succeeded, and so many failed. */
  void add(long done, long failed);
}
