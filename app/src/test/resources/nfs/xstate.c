/*
 * Lets Linux in user mode run on processors with more registers than it knows. It sets those of a
 * process from an area of a fixed size, and the kernel around it wants the whole: the rest, which
 * no process uses that has not asked for it, is added here. For LD_PRELOAD.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { XSTATE = 0x202, MOST = 1 << 16, FEATURES = 512, TILES = 17 };

static long set_all(long process, const struct iovec *some) {
  static unsigned char all[MOST];
  static size_t size;
  struct iovec area = {all, sizeof all};
  if (size == 0) {
    if (syscall(SYS_ptrace, PTRACE_GETREGSET, process, XSTATE, &area) < 0) {
      return -1;
    }
    size = area.iov_len;
    memset(all, 0, sizeof all);
  }
  if (some->iov_len >= size) {
    return syscall(SYS_ptrace, PTRACE_SETREGSET, process, XSTATE, some);
  }
  memcpy(all, some->iov_base, some->iov_len);
  uint64_t features;
  memcpy(&features, all + FEATURES, sizeof features);
  features &= ~(3ULL << TILES);
  memcpy(all + FEATURES, &features, sizeof features);
  area.iov_len = size;
  return syscall(SYS_ptrace, PTRACE_SETREGSET, process, XSTATE, &area);
}

long ptrace(enum __ptrace_request request, ...) {
  va_list rest;
  va_start(rest, request);
  long process = va_arg(rest, long);
  void *address = va_arg(rest, void *);
  void *data = va_arg(rest, void *);
  va_end(rest);
  if (request == PTRACE_SETREGSET && (long)address == XSTATE) {
    return set_all(process, data);
  }
  if (request == PTRACE_PEEKTEXT || request == PTRACE_PEEKDATA || request == PTRACE_PEEKUSER) {
    long word;
    long result = syscall(SYS_ptrace, request, process, address, &word);
    if (result < 0) {
      return result;
    }
    errno = 0;
    return word;
  }
  return syscall(SYS_ptrace, request, process, address, data);
}
