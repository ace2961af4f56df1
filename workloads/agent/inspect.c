/* Where the agent runs: the file systems of paths, and what its process may use. What is unknown is null. */
#include "agent.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__

#include <sys/mount.h>
#include <sys/param.h>

static void describe_storage(const char *path)
{
    struct statfs space;
    struct stat status;
    bool known = statfs(path, &space) == 0 && stat(path, &status) == 0;
    int64_t device[] = {known ? status.st_dev : UNKNOWN, 0};

    emit("{\"step\":\"storage\",\"path\":%s,\"filesystem\":%s,\"journal\":null,\"commit\":null,\"discard\":null,"
         "\"device\":",
         path, known ? space.f_fstypename : NULL);
    emit(known ? "%l,\"upper\":null}\n" : "null,\"upper\":null}\n", device, 2);
}

static void describe_process(void)
{
    emit("{\"step\":\"process\",\"libc\":\"other\",\"cpus\":%o,\"cpuQuota\":null,\"cpuPeriod\":null,"
         "\"memoryLimit\":null,\"memoryAvailable\":null,\"seccomp\":null}\n",
         (int64_t)sysconf(_SC_NPROCESSORS_ONLN));
}

#else

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/sysmacros.h>

static char small[256];

/* The first line of a small file, in one buffer; NULL: unreadable. */
static const char *first_line(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, small, sizeof small - 1);

    if (file >= 0)
        close(file);
    if (length < 0)
        return NULL;
    small[length] = '\0';
    small[strcspn(small, "\n")] = '\0';
    return small;
}

/* The number at the start of a text; UNKNOWN: none, as in "max" and "-1". */
static int64_t number_at(const char *text)
{
    return text && *text >= '0' && *text <= '9' ? strtoll(text, NULL, 10) : UNKNOWN;
}

/* Joins texts to a path. False: it would be too long. */
static bool join(char *path, const char *const *part)
{
    size_t length = 0;

    for (; *part; part++) {
        if (length + strlen(*part) >= PATH_MAX)
            return false;
        strcpy(path + length, *part);
        length += strlen(*part);
    }
    return true;
}

/* The value of an option in a list with commas, cut off there: "" if it has none. NULL: the option is missing. */
static char *option(char *list, const char *name)
{
    for (char *one; (one = strsep(&list, ","));) {
        size_t length = strlen(name);
        if (strncmp(one, name, length) == 0 && (one[length] == '=' || one[length] == '\0'))
            return one + length + (one[length] == '=');
    }
    return NULL;
}

/* ext4 has a folder for each mounted device, named as the block layer names it; the file in it says <none> or the
   process of the journal. */
static int ext4_journal(const char *device)
{
    static char link[PATH_MAX], target[PATH_MAX], path[PATH_MAX];

    if (!join(link, (const char *const[]){"/sys/dev/block/", device, NULL}))
        return UNKNOWN;
    ssize_t length = readlink(link, target, sizeof target - 1);
    if (length < 0)
        return UNKNOWN;
    target[length] = '\0';
    const char *name = strrchr(target, '/');
    if (!name || !join(path, (const char *const[]){"/sys/fs/ext4", name, "/journal_task", NULL}))
        return UNKNOWN;
    const char *text = first_line(path);
    if (!text)
        return UNKNOWN;
    return *text >= '0' && *text <= '9' ? true : strcmp(text, "<none>") == 0 ? false : UNKNOWN;
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static int journal_of(const char *filesystem, const char *device)
{
    if (is_one_of(filesystem, (const char *const[]){"ext3", "ext4", NULL}))
        return ext4_journal(device);
    if (is_one_of(filesystem, (const char *const[]){"xfs", "btrfs", NULL}))
        return true;
    return is_one_of(filesystem, (const char *const[]){"ext2", "tmpfs", "ramfs", NULL}) ? false : UNKNOWN;
}

/* The value of an option of the file system, in a copy; NULL: missing. */
static char *mount_option(const struct mount *mount, const char *name)
{
    static char options[LINE_MAXIMUM];

    strcpy(options, mount->options);
    return option(options, name);
}

/* A path that the agent may not enter is looked up by its text alone. Only a file system on a block device, or btrfs,
   which has no single one, has its options about discarding here. */
static void describe_storage(const char *path)
{
    static char full[PATH_MAX];
    struct stat status;
    bool exists = realpath(path, full) && stat(full, &status) == 0;
    const struct mount *mount = NULL;

    if (exists || (*path == '/' && join(full, (const char *const[]){path, NULL})))
        mount = mount_of(full);
    if (!mount) {
        emit("{\"step\":\"storage\",\"path\":%s,\"filesystem\":null,\"journal\":null,\"commit\":null,\"discard\":null,"
             "\"device\":null,\"upper\":null}\n",
             path);
        return;
    }
    const char *colon = strchr(mount->device, ':');
    int64_t device[] = {number_at(mount->device), colon ? number_at(colon + 1) : UNKNOWN};
    bool tells = device[0] != 0 || strcmp(mount->filesystem, "btrfs") == 0;
    if (exists) {
        device[0] = major(status.st_dev);
        device[1] = minor(status.st_dev);
    }
    emit("{\"step\":\"storage\",\"path\":%s,\"filesystem\":%s,\"journal\":%b,\"commit\":%o,\"discard\":%b,"
         "\"device\":%l",
         path, mount->filesystem, journal_of(mount->filesystem, mount->device),
         number_at(mount_option(mount, "commit")),
         tells ? mount_option(mount, "discard") != NULL : UNKNOWN, device, 2);
    char *upper = strcmp(mount->filesystem, "overlay") == 0 ? mount_option(mount, "upperdir") : NULL;
    if (upper)
        unescape(upper);
    emit(",\"upper\":%s}\n", upper);
}

/* Whether a folder has a dynamic loader with this beginning of its name. */
static bool has_loader(const char *beginning)
{
    static const char *const folders[] = {"/lib", "/lib64"};
    bool found = false;

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        DIR *folder = opendir(folders[i]);
        struct dirent *entry;
        while (folder && (entry = readdir(folder)))
            found |= strncmp(entry->d_name, beginning, strlen(beginning)) == 0;
        if (folder)
            closedir(folder);
    }
    return found;
}

/* With two loaders, the commands may be linked to either. */
static const char *libc_of_commands(void)
{
    bool musl = has_loader("ld-musl-"), glibc = has_loader("ld-linux"), other = has_loader("ld-uClibc");

    if (musl + glibc + other != 1)
        return NULL;
    return musl ? "musl" : glibc ? "glibc" : "other";
}

static int64_t usable_cpus(void)
{
    static cpu_set_t set[8]; /* 8192 CPUs, the most that Linux can have */

    return sched_getaffinity(0, sizeof set, set) < 0 ? UNKNOWN : CPU_COUNT_S(sizeof set, set);
}

static int64_t filters, available;

static bool take_status(char *line)
{
    field(line, "Seccomp:", 1, &filters);
    return true;
}

static bool take_memory(char *line)
{
    field(line, "MemAvailable:", 1024, &available);
    return true;
}

/* The tightest limits of this process's cgroups and those above them. */
static int64_t quota, period, memory_limit;

static void limit_cpu(int64_t a_quota, int64_t a_period)
{
    if (a_quota <= 0 || a_period <= 0 || (quota != UNKNOWN && a_quota * period >= quota * a_period))
        return;
    quota = a_quota;
    period = a_period;
}

/* Version 1 writes the largest number of whole pages if there is no limit. */
static void limit_memory(int64_t bytes)
{
    if (bytes != UNKNOWN && bytes < INT64_C(1) << 60 && (memory_limit == UNKNOWN || bytes < memory_limit))
        memory_limit = bytes;
}

static const char *in_cgroup(const char *directory, const char *name)
{
    static char path[PATH_MAX];

    return join(path, (const char *const[]){directory, "/", name, NULL}) ? first_line(path) : NULL;
}

static void read_limits(const char *directory)
{
    const char *text = in_cgroup(directory, "cpu.max"), *space = text ? strchr(text, ' ') : NULL;
    if (space)
        limit_cpu(number_at(text), number_at(space + 1));
    int64_t old_quota = number_at(in_cgroup(directory, "cpu.cfs_quota_us"));
    limit_cpu(old_quota, number_at(in_cgroup(directory, "cpu.cfs_period_us")));
    limit_memory(number_at(in_cgroup(directory, "memory.max")));
    limit_memory(number_at(in_cgroup(directory, "memory.limit_in_bytes")));
}

/* From a cgroup up to the mount of its hierarchy. In a container of version 1 only the mount exists, and is the
   container's own. */
static void read_limits_above(const char *mount, const char *cgroup)
{
    static char directory[PATH_MAX];

    if (!join(directory, (const char *const[]){mount, strcmp(cgroup, "/") == 0 ? "" : cgroup, NULL}))
        return;
    for (;;) {
        read_limits(directory);
        char *end = strrchr(directory, '/');
        if (strlen(directory) <= strlen(mount) || !end)
            return;
        *end = '\0';
    }
}

/* "NUMBER:CONTROLLERS:PATH", where version 2 has no controllers. */
static bool take_cgroup(char *line)
{
    char *rest = line, *hierarchy = strsep(&rest, ":"), *controllers = strsep(&rest, ":");

    if (!hierarchy || !controllers || !rest)
        return true;
    if (!*controllers)
        read_limits_above("/sys/fs/cgroup", rest);
    for (char *one; (one = strsep(&controllers, ","));) {
        if (strcmp(one, "cpu") == 0)
            read_limits_above("/sys/fs/cgroup/cpu", rest);
        if (strcmp(one, "memory") == 0)
            read_limits_above("/sys/fs/cgroup/memory", rest);
    }
    return true;
}

static void describe_process(void)
{
    quota = period = memory_limit = filters = available = UNKNOWN;
    read_lines("/proc/self/cgroup", take_cgroup);
    read_lines("/proc/self/status", take_status);
    read_lines("/proc/meminfo", take_memory);
    emit("{\"step\":\"process\",\"libc\":%s,\"cpus\":%o,\"cpuQuota\":%o,\"cpuPeriod\":%o,\"memoryLimit\":%o,"
         "\"memoryAvailable\":%o,\"seccomp\":%b}\n",
         libc_of_commands(), usable_cpus(), quota, period, memory_limit, available,
         filters == UNKNOWN ? UNKNOWN : filters != 0);
}

#endif

int inspect(char **path)
{
    describe_process();
    while (*path)
        describe_storage(*path++);
    return EXIT_DONE;
}
