/* The memory of a process and of its container's cgroup: file pages and anonymous pages. */
#include "agent.h"

#ifdef __APPLE__

bool memory(const char *pid, const int64_t *unused)
{
    (void)pid;
    (void)unused;
    return failed("memory", NULL, "unsupported");
}

#else

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const int64_t KIBIBYTE = 1024;

/* In bytes, or UNKNOWN. */
static int64_t file_pss, anonymous_pss, shared_pss, cgroup_file, cgroup_anonymous;

static bool take_total(char *line)
{
    field(line, "Pss_File:", KIBIBYTE, &file_pss);
    field(line, "Pss_Anon:", KIBIBYTE, &anonymous_pss);
    field(line, "Pss_Shmem:", KIBIBYTE, &shared_pss);
    return true;
}

/* "START-END PERMISSIONS OFFSET DEVICE INODE PATH", where an anonymous mapping has 0 for the inode. */
static bool maps_file(const char *line)
{
    for (int i = 0; line && i < 4; i++)
        if ((line = strchr(line, ' ')))
            line++;
    return line && *line != '0';
}

/* A mapping's own line starts with a lower-case digit, its fields with a capital, and Pss comes before Anonymous.
   The pages of a file that the process has changed for itself are anonymous. */
static bool take_mapping(char *line)
{
    static bool file;
    static int64_t pss;
    int64_t anonymous;

    if (*line < 'A' || *line > 'Z') {
        file = maps_file(line);
    } else if (field(line, "Pss:", KIBIBYTE, &pss)) {
        *(file ? &file_pss : &anonymous_pss) += pss;
    } else if (file && field(line, "Anonymous:", KIBIBYTE, &anonymous)) {
        anonymous = anonymous < pss ? anonymous : pss;
        file_pss -= anonymous;
        anonymous_pss += anonymous;
    }
    return true;
}

/* Linux has the total since 4.14, and file and anonymous pages separately since 5.4. A sum over mappings counts shared
   memory as file pages, because it has its own file there. */
static bool read_process(const char *pid)
{
    struct path path = {.text = "/proc", .length = strlen("/proc")};

    file_pss = anonymous_pss = shared_pss = UNKNOWN;
    if (!push(&path, pid))
        return failed("memory", pid, strerror(errno));
    size_t process = path.length;
    bool good = push(&path, "smaps_rollup") && read_lines(path.text, take_total);
    if (good ? file_pss == UNKNOWN : errno == ENOENT) {
        file_pss = anonymous_pss = 0;
        cut(&path, process);
        good = push(&path, "smaps") && read_lines(path.text, take_mapping);
    }
    return good || failed("memory", path.text, strerror(errno));
}

static bool take_cgroup_v2(char *line)
{
    field(line, "file ", 1, &cgroup_file);
    field(line, "anon ", 1, &cgroup_anonymous);
    return true;
}

static bool take_cgroup_v1(char *line)
{
    field(line, "cache ", 1, &cgroup_file);
    field(line, "rss ", 1, &cgroup_anonymous);
    return true;
}

/* In a container the cgroup at these paths is the container's own. Elsewhere it is the root cgroup: only
   the root cgroup has no memory.current (v2), and only it has a release_agent (v1). */
static void read_cgroup(void)
{
    cgroup_file = cgroup_anonymous = UNKNOWN;
    if (access("/sys/fs/cgroup/memory.current", F_OK) == 0)
        read_lines("/sys/fs/cgroup/memory.stat", take_cgroup_v2);
    else if (access("/sys/fs/cgroup/memory/release_agent", F_OK) < 0)
        read_lines("/sys/fs/cgroup/memory/memory.stat", take_cgroup_v1);
}

bool memory(const char *pid, const int64_t *unused)
{
    (void)unused;
    if (!read_process(pid))
        return false;
    read_cgroup();
    emit("{\"step\":\"memory\",\"file-pss\":%o,\"anonymous-pss\":%o,\"shared-pss\":%o,\"cgroup-file\":%o,"
         "\"cgroup-anonymous\":%o}\n",
         file_pss, anonymous_pss, shared_pss, cgroup_file, cgroup_anonymous);
    return true;
}

#endif
