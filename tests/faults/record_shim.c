// SPDX-License-Identifier: MIT
// A shared object for LD_PRELOAD that writes down, in order, everything that a program changes below a folder, for
// crash_replay.py: what would a power cut have left?
//
//   RECORD_FOLDER  absolute path; calls about anything else are passed on and not written down
//   RECORD_LOG     the file that gets the record
//
// Each call that succeeded is a line of six fields with tabs between them, followed by the bytes of a write:
//   NAME INODE OFFSET SIZE PATH PATH2
// NAME is create (a file, or one that was there is opened to be written), write, cut, sync, rename, remove or folder.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[PATH_MAX];
static int log_file = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void read_settings(void) {
    const char* text = getenv("RECORD_FOLDER");
    snprintf(folder, sizeof folder, "%s", text ? text : "");
    text = getenv("RECORD_LOG");
    if (text) log_file = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    unsetenv("LD_PRELOAD");  // programs that it starts are left alone
}

static int counts(const char* path) {
    const size_t length = strlen(folder);
    return log_file >= 0 && length > 0 && strncmp(path, folder, length) == 0;
}

static void put(const void* bytes, size_t size) {
    const char* at = bytes;
    while (size > 0) {
        const long done = syscall(SYS_write, log_file, at, size);
        if (done <= 0) abort();
        at += done;
        size -= (size_t)done;
    }
}

static void record(const char* name, unsigned long inode, long long offset, size_t size, const char* path, const char* path2,
                   const void* bytes) {
    char line[2 * PATH_MAX + 128];
    const int length = snprintf(line, sizeof line, "%s\t%lu\t%lld\t%zu\t%s\t%s\n", name, inode, offset, size, path, path2);
    put(line, (size_t)length);
    if (bytes) put(bytes, size);
}

// The path of an open file below the folder, and its inode; 0 where it does not count. Files without a name never last.
static int of_file(int file, char* path, unsigned long* inode) {
    char link[64];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const long size = syscall(SYS_readlink, link, path, PATH_MAX - 1);
    if (size <= 0) return 0;
    path[size] = '\0';
    if (!counts(path) || syscall(SYS_fstat, file, &status) != 0 || status.st_nlink == 0) return 0;
    *inode = (unsigned long)status.st_ino;
    return 1;
}

#define LOCKED(type, call, after)          \
    pthread_mutex_lock(&mutex);            \
    const type result = (type)(call);      \
    const int error = errno;               \
    if (result >= 0) {                     \
        after;                             \
    }                                      \
    pthread_mutex_unlock(&mutex);          \
    errno = error;                         \
    return result
#define FOR_FILE(file, statement)          \
    char path[PATH_MAX];                   \
    unsigned long inode;                   \
    if (of_file(file, path, &inode)) statement

int open(const char* name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
    va_end(more);
    LOCKED(int, syscall(SYS_openat, AT_FDCWD, name, flags, mode), {
        if ((flags & O_CREAT) && (flags & O_TMPFILE) != O_TMPFILE) {
            FOR_FILE(result, record("create", inode, 0, 0, path, "", NULL));
            if (flags & O_TRUNC) {
                FOR_FILE(result, record("cut", inode, 0, 0, path, "", NULL));
            }
        }
    });
}
int open64(const char* name, int flags, ...) __attribute__((alias("open")));

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    LOCKED(ssize_t, syscall(SYS_pwrite64, file, bytes, size, at),
           FOR_FILE(file, record("write", inode, at, (size_t)result, path, "", bytes)));
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off_t at) __attribute__((alias("pwrite")));

ssize_t write(int file, const void* bytes, size_t size) {
    LOCKED(ssize_t, syscall(SYS_write, file, bytes, size), {
        const long long end = syscall(SYS_lseek, file, 0, SEEK_CUR);
        FOR_FILE(file, record("write", inode, end - result, (size_t)result, path, "", bytes));
    });
}

int ftruncate(int file, off_t size) {
    LOCKED(int, syscall(SYS_ftruncate, file, size), FOR_FILE(file, record("cut", inode, size, 0, path, "", NULL)));
}
int ftruncate64(int file, off_t size) __attribute__((alias("ftruncate")));

int fsync(int file) { LOCKED(int, syscall(SYS_fsync, file), FOR_FILE(file, record("sync", inode, 0, 0, path, "", NULL))); }
int fdatasync(int file) {
    LOCKED(int, syscall(SYS_fdatasync, file), FOR_FILE(file, record("sync", inode, 0, 0, path, "", NULL)));
}

int rename(const char* from, const char* to) {
    LOCKED(int, syscall(SYS_rename, from, to), if (counts(to)) record("rename", 0, 0, 0, from, to, NULL));
}

int unlink(const char* path) {
    LOCKED(int, syscall(SYS_unlink, path), if (counts(path)) record("remove", 0, 0, 0, path, "", NULL));
}

// What std::filesystem::remove_all calls: names below an open folder.
int unlinkat(int parent, const char* name, int flags) {
    char path[2 * PATH_MAX];
    unsigned long inode;
    const int inside = parent >= 0 && name[0] != '/' && of_file(parent, path, &inode);
    if (inside) {
        strncat(path, "/", sizeof path - strlen(path) - 1);
        strncat(path, name, sizeof path - strlen(path) - 1);
    } else {
        snprintf(path, sizeof path, "%s", name);
    }
    LOCKED(int, syscall(SYS_unlinkat, parent, name, flags),
           if (counts(path)) record("remove", 0, 0, 0, path, "", NULL));
}

int remove(const char* path) {
    LOCKED(int, ((int (*)(const char*))dlsym(RTLD_NEXT, "remove"))(path),
           if (counts(path)) record("remove", 0, 0, 0, path, "", NULL));
}

int mkdir(const char* path, mode_t mode) {
    LOCKED(int, syscall(SYS_mkdir, path, mode), if (counts(path)) record("folder", 0, 0, 0, path, "", NULL));
}
