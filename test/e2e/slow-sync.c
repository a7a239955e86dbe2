/*
 * A disk that is slow to sync, or refuses to be written, for one program: preloaded with LD_PRELOAD, it makes fsync and fdatasync take
 * their time for files whose path contains SLOW_SYNC_PATH. The file SLOW_SYNC_CONTROL holds the milliseconds, and is read again while
 * waiting: writing 0 into it lets a sync that hangs go on. A number below 0 is an errno: every write fails with it, as the kernel's
 * would on a disk that is full (ENOSPC) or was mounted read-only under an open file (EROFS).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { slice_ms = 5 };

static int is_slow_file(int fd) {
  const char *part = getenv("SLOW_SYNC_PATH");
  char link[64], path[PATH_MAX];
  if (part == NULL || *part == '\0') return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, part) != NULL;
}

static long wanted_ms(void) {
  const char *control = getenv("SLOW_SYNC_CONTROL");
  char text[32] = "";
  if (control == NULL) return 0;
  int fd = open(control, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  return length > 0 ? atol(text) : 0;
}

static void take_time(int fd) {
  const struct timespec slice = {0, slice_ms * 1000000L};
  if (!is_slow_file(fd)) return;
  for (long waited_ms = 0; waited_ms < wanted_ms(); waited_ms += slice_ms) nanosleep(&slice, NULL);
}

typedef int (*sync_function)(int);

int fsync(int fd) {
  static sync_function next;
  if (next == NULL) next = (sync_function)dlsym(RTLD_NEXT, "fsync");
  take_time(fd);
  return next(fd);
}

int fdatasync(int fd) {
  static sync_function next;
  if (next == NULL) next = (sync_function)dlsym(RTLD_NEXT, "fdatasync");
  take_time(fd);
  return next(fd);
}

static int is_refused(int fd) {
  const long wanted = wanted_ms();
  if (wanted >= 0 || !is_slow_file(fd)) return 0;
  errno = (int)-wanted;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (next == NULL) next = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  return is_refused(fd) ? -1 : next(fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  static ssize_t (*next)(int, const void *, size_t, off64_t);
  if (next == NULL) next = (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  return is_refused(fd) ? -1 : next(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return pwrite64(fd, bytes, count, at); }
