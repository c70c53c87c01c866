// SPDX-License-Identifier: MIT
// A shared object for LD_PRELOAD that makes one call to the system go wrong. What counts are calls about files and folders
// below FAULT_FOLDER, and large anonymous memory maps; they are numbered from 1 in the order in which they come (run the
// program with one thread, and the order is always the same).
//
//   FAULT_FOLDER  absolute path; calls about anything else are passed on and not counted
//   FAULT_CALLS   which calls count, by name with commas: "write,sync,rename,..." (kNames below); all if left out
//   FAULT_AT      the number of the call that goes wrong; none if left out
//   FAULT_KIND    what happens to it: the name of an error (enospc, eio, eintr, enomem, emfile), `short` (a write or read does
//                 half of what it was asked), `kill` (the process is killed instead) or `after` (it is killed just after)
//   FAULT_LOG     a file that gets a line "NUMBER NAME PATH" for each call
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum Name { kOpen, kRead, kWrite, kSync, kRename, kRemove, kFolder, kCut, kLock, kStat, kMap, kAllNames };
static const char* const kNames[] = {"open",   "read", "write", "sync", "rename", "remove",
                                     "folder", "cut",  "lock",  "stat", "map"};
enum { kPass = 0, kShort = -1, kAfter = -2 };  // what became of a call; above 0: the error that it ends with

static char folder[PATH_MAX];
static int counts[kAllNames];
static long fault_at = -1;
static long calls;
static int log_file = -1;
static const char* kind = "";

__attribute__((constructor)) static void read_settings(void) {
    const char* text = getenv("FAULT_FOLDER");
    snprintf(folder, sizeof folder, "%s", text ? text : "");
    text = getenv("FAULT_CALLS");
    for (int i = 0; i < kAllNames; ++i) counts[i] = !text || strstr(text, kNames[i]) != NULL;
    text = getenv("FAULT_AT");
    if (text) fault_at = atol(text);
    text = getenv("FAULT_KIND");
    if (text) kind = text;
    text = getenv("FAULT_LOG");
    if (text) log_file = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    unsetenv("LD_PRELOAD");  // programs that it starts are left alone
}

static void die(void) { syscall(SYS_kill, syscall(SYS_getpid), SIGKILL); }

static int error_of_kind(void) {
    static const struct {
        const char* name;
        int number;
    } errors[] = {{"enospc", ENOSPC}, {"eio", EIO}, {"eintr", EINTR}, {"enomem", ENOMEM}, {"emfile", EMFILE}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        if (strcmp(kind, errors[i].name) == 0) return errors[i].number;
    }
    return EIO;
}

// Counts a call and says what becomes of it.
static int fate(enum Name name, const char* path) {
    if (!counts[name]) return kPass;
    if (name != kMap) {
        char full[2 * PATH_MAX];
        if (path[0] != '/') {
            char here[PATH_MAX];
            if (syscall(SYS_getcwd, here, sizeof here) < 0) return kPass;
            snprintf(full, sizeof full, "%s/%s", here, path);
            path = full;
        }
        const size_t length = strlen(folder);
        if (length == 0 || strncmp(path, folder, length) != 0) return kPass;
    }
    const long number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (log_file >= 0) {
        char line[PATH_MAX + 64];
        const int size = snprintf(line, sizeof line, "%ld %s %s\n", number, kNames[name], path);
        syscall(SYS_write, log_file, line, (size_t)size);
    }
    if (number != fault_at) return kPass;
    if (strcmp(kind, "kill") == 0) die();
    if (strcmp(kind, "after") == 0) return kAfter;
    if (strcmp(kind, "short") == 0) return kShort;
    return error_of_kind();
}

static int fate_of_open_file(enum Name name, int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const long size = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (size <= 0) return kPass;
    path[size] = '\0';
    return fate(name, path);
}

// Does a call as it was decided. `call` is what the system does, `shorter` the same with half of the bytes.
#define FINISH(type, decided, call, shorter)          \
    do {                                              \
        const int what = (decided);                   \
        if (what > 0) {                               \
            errno = what;                             \
            return (type)-1;                          \
        }                                             \
        const type result = what == kShort ? (shorter) : (call); \
        if (what == kAfter) die();                    \
        return result;                                \
    } while (0)
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define HALF(size) ((size) > 1 ? (size) / 2 : (size))

static int open_mode(int flags, va_list more) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; }

int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const int mode = open_mode(flags, more);
    va_end(more);
    FINISH(int, fate(kOpen, path), (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode),
           (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));

ssize_t pread(int file, void* bytes, size_t size, off_t at) {
    FINISH(ssize_t, fate_of_open_file(kRead, file), syscall(SYS_pread64, file, bytes, size, at),
           syscall(SYS_pread64, file, bytes, HALF(size), at));
}
ssize_t pread64(int file, void* bytes, size_t size, off_t at) __attribute__((alias("pread")));

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    FINISH(ssize_t, fate_of_open_file(kWrite, file), syscall(SYS_pwrite64, file, bytes, size, at),
           syscall(SYS_pwrite64, file, bytes, HALF(size), at));
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) __attribute__((alias("pwrite")));

ssize_t write(int file, const void* bytes, size_t size) {
    FINISH(ssize_t, fate_of_open_file(kWrite, file), syscall(SYS_write, file, bytes, size),
           syscall(SYS_write, file, bytes, HALF(size)));
}

int fsync(int file) {
    FINISH(int, fate_of_open_file(kSync, file), (int)syscall(SYS_fsync, file), (int)syscall(SYS_fsync, file));
}

int rename(const char* from, const char* to) {
    FINISH(int, fate(kRename, to), (int)syscall(SYS_rename, from, to), (int)syscall(SYS_rename, from, to));
}

int unlink(const char* path) {
    FINISH(int, fate(kRemove, path), (int)syscall(SYS_unlink, path), (int)syscall(SYS_unlink, path));
}

int remove(const char* path) { FINISH(int, fate(kRemove, path), NEXT(remove)(path), NEXT(remove)(path)); }

int mkdir(const char* path, mode_t mode) {
    FINISH(int, fate(kFolder, path), (int)syscall(SYS_mkdir, path, mode), (int)syscall(SYS_mkdir, path, mode));
}

int ftruncate(int file, off_t size) {
    FINISH(int, fate_of_open_file(kCut, file), (int)syscall(SYS_ftruncate, file, size),
           (int)syscall(SYS_ftruncate, file, size));
}
int ftruncate64(int file, off_t size) __attribute__((alias("ftruncate")));

int flock(int file, int how) {
    FINISH(int, fate_of_open_file(kLock, file), (int)syscall(SYS_flock, file, how),
           (int)syscall(SYS_flock, file, how));
}

int fstat(int file, struct stat* out) {
    FINISH(int, fate_of_open_file(kStat, file), (int)syscall(SYS_fstat, file, out), (int)syscall(SYS_fstat, file, out));
}
int fstat64(int file, struct stat64* out) {
    FINISH(int, fate_of_open_file(kStat, file), (int)syscall(SYS_fstat, file, out), (int)syscall(SYS_fstat, file, out));
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
    const int what = (flags & MAP_ANONYMOUS) && size >= (size_t)1 << 20 ? fate(kMap, "memory") : kPass;
    if (what > 0) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    void* const result = (void*)syscall(SYS_mmap, at, size, protection, flags, file, offset);
    if (what == kAfter) die();
    return result;
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off_t offset) __attribute__((alias("mmap")));
