/* A bad day for a program that is started with LD_PRELOAD: a full disk, a clock that jumps, and a
   journal of what a power cut would take.

   SHIM_CONTROL  a file of three 64-bit numbers, looked at before each call:
                   0  the disk: 0 there is room, 1 no file can grow, 2 nothing can be written
                   1  seconds that the clock is ahead
                   2  whether the journal is kept
   SHIM_ROOT     the folder whose files are watched
   SHIM_FULL     the folder in which the disk may be full (SHIM_ROOT)
   SHIM_JOURNAL  a folder beside it: the journal, and links to files that lost their names

   The journal says of each write what stood there before, and which syncs have ended: so a power
   cut can be made later by taking back what no sync has carried to the disk. tests/kill/power.py
   reads it, and says how a record looks. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { ROOM, NO_GROWTH, NO_WRITE };
enum { WRITE = 1, CUT, SYNC, CREATE, UNLINK, RENAME };

static int64_t nothing[3];
static volatile int64_t *control = nothing;
static const char *root, *full, *folder;

#define REAL(name) ({ static __typeof__(&name) real_; \
    real_ ? real_ : (real_ = (__typeof__(&name))dlsym(RTLD_NEXT, #name)); })

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("SHIM_CONTROL");
    root = getenv("SHIM_ROOT");
    folder = getenv("SHIM_JOURNAL");
    full = getenv("SHIM_FULL") ? getenv("SHIM_FULL") : root;
    if (!file || !root || !folder) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) return;
    void *found = mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, fd, 0);
    if (found != MAP_FAILED) control = found;
    syscall(SYS_close, fd);
}

static int inside(const char *path, const char *where) {
    size_t length = where ? strlen(where) : 0;
    return length && !strncmp(path, where, length) && (path[length] == '/' || !path[length]);
}

/* The path of an open regular file in the root; 0 for anything else. */
static int watched(int fd, struct stat *found, char *path) {
    if (control == nothing || (!control[0] && !control[2])) return 0;
    if (fstat(fd, found) || !S_ISREG(found->st_mode)) return 0;
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return inside(path, root);
}

static void whole(int at, const char *given, char *path) {
    char base[PATH_MAX] = "", name[64];
    if (given[0] != '/') {
        if (at == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) base[0] = 0;
        } else {
            snprintf(name, sizeof name, "/proc/self/fd/%d", at);
            ssize_t length = readlink(name, base, sizeof base - 1);
            base[length < 0 ? 0 : length] = 0;
        }
        snprintf(path, PATH_MAX, "%.2000s/%.2000s", base, given);
    } else snprintf(path, PATH_MAX, "%.4000s", given);
}

struct record {
    uint32_t magic, kind;
    uint64_t inode, offset, length, size, old, path, second;
};

static void note(uint32_t kind, uint64_t inode, uint64_t offset, uint64_t length, uint64_t size,
                 const char *path, const char *second, int source, uint64_t old) {
    struct record head = {0x4c494d53, kind, inode, offset, length, size, 0,
                          strlen(path), strlen(second)};
    char *text = malloc(sizeof head + head.path + head.second + old);
    if (!text) abort();
    char *end = text + sizeof head;
    memcpy(end, path, head.path);
    memcpy(end += head.path, second, head.second);
    end += head.second;
    while (head.old < old) {
        ssize_t got = pread(source, end + head.old, old - head.old, (off_t)(offset + head.old));
        if (got <= 0) break;
        head.old += (uint64_t)got;
    }
    memcpy(text, &head, sizeof head);
    char journal[PATH_MAX];
    snprintf(journal, sizeof journal, "%s/journal", folder);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, journal, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
    size_t all = sizeof head + head.path + head.second + head.old;
    if (fd < 0 || syscall(SYS_write, fd, text, all) != (long)all) abort();
    syscall(SYS_close, fd);
    free(text);
}

/* Answers -1, with errno set, where the disk is full for a write that ends at `end`; else notes
   what stands there before it. */
static int before(int fd, off_t offset, uint64_t length) {
    struct stat found;
    char path[PATH_MAX];
    int keep = errno;
    if (!watched(fd, &found, path)) { errno = keep; return 0; }
    uint64_t size = (uint64_t)found.st_size, start = (uint64_t)offset;
    if (offset < 0) start = (fcntl(fd, F_GETFL) & O_APPEND) ? size : (uint64_t)lseek(fd, 0, SEEK_CUR);
    if (length && inside(path, full) &&
        (control[0] == NO_WRITE || (control[0] == NO_GROWTH && start + length > size))) {
        errno = ENOSPC;
        return -1;
    }
    if (control[2] && length) {
        int source = fd;
        if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY)
            source = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
        uint64_t old = start >= size ? 0 : (start + length > size ? size - start : length);
        note(WRITE, found.st_ino, start, length, size, path, "", source, old);
        if (source != fd && source >= 0) syscall(SYS_close, source);
    }
    errno = keep;
    return 0;
}

static uint64_t sum(const struct iovec *parts, int number) {
    uint64_t all = 0;
    for (int i = 0; i < number; i++) all += parts[i].iov_len;
    return all;
}

ssize_t write(int fd, const void *data, size_t length) {
    return before(fd, -1, length) ? -1 : REAL(write)(fd, data, length);
}
ssize_t writev(int fd, const struct iovec *parts, int number) {
    return before(fd, -1, sum(parts, number)) ? -1 : REAL(writev)(fd, parts, number);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    return before(fd, offset, length) ? -1 : REAL(pwrite)(fd, data, length, offset);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    return before(fd, offset, length) ? -1 : REAL(pwrite64)(fd, data, length, offset);
}
ssize_t pwritev(int fd, const struct iovec *parts, int number, off_t offset) {
    return before(fd, offset, sum(parts, number)) ? -1 : REAL(pwritev)(fd, parts, number, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int number, off64_t offset) {
    return before(fd, offset, sum(parts, number)) ? -1 : REAL(pwritev64)(fd, parts, number, offset);
}
int fallocate(int fd, int mode, off_t offset, off_t length) {
    return before(fd, offset, (uint64_t)length) ? -1 : REAL(fallocate)(fd, mode, offset, length);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
    return before(fd, offset, (uint64_t)length) ? -1 : REAL(fallocate64)(fd, mode, offset, length);
}
int posix_fallocate(int fd, off_t offset, off_t length) {
    return before(fd, offset, (uint64_t)length) ? ENOSPC : REAL(posix_fallocate)(fd, offset, length);
}
int posix_fallocate64(int fd, off64_t offset, off64_t length) {
    return before(fd, offset, (uint64_t)length) ? ENOSPC
                                                : REAL(posix_fallocate64)(fd, offset, length);
}

static int before_cut(int fd, off_t length) {
    struct stat found;
    char path[PATH_MAX];
    if (!watched(fd, &found, path)) return 0;
    if (length > found.st_size) return before(fd, found.st_size, (uint64_t)(length - found.st_size));
    if (control[2] && length < found.st_size) {
        int source = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
        note(CUT, found.st_ino, (uint64_t)length, 0, (uint64_t)found.st_size, path, "", source,
             (uint64_t)(found.st_size - length));
        if (source >= 0) syscall(SYS_close, source);
    }
    return 0;
}
int ftruncate(int fd, off_t length) {
    return before_cut(fd, length) ? -1 : REAL(ftruncate)(fd, length);
}
int ftruncate64(int fd, off64_t length) {
    return before_cut(fd, length) ? -1 : REAL(ftruncate64)(fd, length);
}

/* What is written while a sync is under way, it need not carry: its record says how long the journal
   was when it began. */
static int synced(int fd, int (*real)(int)) {
    struct stat found, journal;
    char path[PATH_MAX], name[PATH_MAX];
    int seen = 0;
    if (control[2] && !fstat(fd, &found)) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(name, path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
        snprintf(name, sizeof name, "%s/journal", folder);
        seen = inside(path, root) && !stat(name, &journal);
    }
    int done = real(fd);
    if (!done && seen) note(SYNC, found.st_ino, (uint64_t)journal.st_size, 0, 0, path, "", -1, 0);
    return done;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

static int opened(int at, const char *given, int flags, mode_t mode) {
    char path[PATH_MAX];
    struct stat found;
    int (*real)(int, const char *, int, ...) = REAL(openat);
    if (control == nothing || (!control[0] && !control[2]) || !(flags & (O_CREAT | O_TRUNC)))
        return real(at, given, flags, mode);
    whole(at, given, path);
    if (!inside(path, root)) return real(at, given, flags, mode);
    int missing = stat(path, &found) != 0;
    if (missing && control[0] && inside(path, full)) { errno = ENOSPC; return -1; }
    int fd = real(at, given, missing ? flags : flags & ~O_TRUNC, mode);
    if (fd >= 0 && missing && control[2] && !fstat(fd, &found))
        note(CREATE, found.st_ino, 0, 0, 0, path, "", -1, 0);
    if (fd >= 0 && !missing && (flags & O_TRUNC) && ftruncate(fd, 0)) { close(fd); return -1; }
    return fd;
}
#define MODE(flags) ({ mode_t mode_ = 0; if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list all; va_start(all, flags); mode_ = va_arg(all, mode_t); va_end(all); } mode_; })
int open(const char *path, int flags, ...) { return opened(AT_FDCWD, path, flags, MODE(flags)); }
int open64(const char *path, int flags, ...) { return opened(AT_FDCWD, path, flags, MODE(flags)); }
int openat(int at, const char *path, int flags, ...) { return opened(at, path, flags, MODE(flags)); }
int openat64(int at, const char *path, int flags, ...) {
    return opened(at, path, flags, MODE(flags));
}

/* A file that loses its name keeps one beside the journal, by which it can come back. */
static uint64_t bury(const char *path) {
    struct stat found;
    char grave[PATH_MAX];
    if (lstat(path, &found) || !S_ISREG(found.st_mode)) return 0;
    snprintf(grave, sizeof grave, "%s/%llu", folder, (unsigned long long)found.st_ino);
    if (syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, grave, 0) && errno != EEXIST) return 0;
    return found.st_ino;
}
static int unlinked(int at, const char *given, int flags) {
    char path[PATH_MAX];
    uint64_t inode = 0;
    if (control[2] && !(flags & AT_REMOVEDIR)) {
        whole(at, given, path);
        if (inside(path, root)) inode = bury(path);
    }
    int done = REAL(unlinkat)(at, given, flags);
    if (!done && inode) note(UNLINK, inode, 0, 0, 0, path, "", -1, 0);
    return done;
}
int unlink(const char *path) { return unlinked(AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return unlinked(at, path, flags); }

static int renamed(int from, const char *old, int to, const char *new) {
    char path[PATH_MAX], second[PATH_MAX];
    uint64_t inode = 0;
    int seen = 0;
    if (control[2]) {
        whole(from, old, path);
        whole(to, new, second);
        seen = inside(path, root) && inside(second, root);
        if (seen) inode = bury(second);
    }
    int done = REAL(renameat)(from, old, to, new);
    if (!done && seen) note(RENAME, inode, 0, 0, 0, path, second, -1, 0);
    return done;
}
int rename(const char *old, const char *new) { return renamed(AT_FDCWD, old, AT_FDCWD, new); }
int renameat(int from, const char *old, int to, const char *new) {
    return renamed(from, old, to, new);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = REAL(clock_gettime)(clock, now);
    if (!done && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += control[1];
    return done;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int done = REAL(gettimeofday)(now, zone);
    if (!done) now->tv_sec += control[1];
    return done;
}
time_t time(time_t *now) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (now) *now = found.tv_sec;
    return found.tv_sec;
}
