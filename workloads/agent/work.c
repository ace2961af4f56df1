/* The work that the agent does itself, so that it needs no runtime in an image: `run … -- /path/to/agent WORK …`. */
#include "agent.h"

#include <string.h>

enum { NUMBERS = 2 };
#define BYTES_MAXIMUM (INT64_C(1) << 40)

static bool whole_records(const int64_t *bytes_and_record)
{
    return bytes_and_record[0] % bytes_and_record[1] == 0;
}

static const struct work {
    const char *name;
    const char *needs;
    bool (*perform)(const char *path, const int64_t *numbers);
    bool path; /* the first value is one */
    int numbers;
    int64_t minimum, maximum[NUMBERS];
    bool (*agree)(const int64_t *numbers); /* whether the numbers fit together; NULL: always */
} works[] = {
    {"metadata", "needs DIR and N, from 1 to 100000.", metadata, true, 1, 1, {FILES_MAXIMUM}, NULL},
    {"write", "needs FILE, BYTES, at least 1, and RECORD, from 1 to 16777216.", write_fresh, true, 2, 1,
     {BYTES_MAXIMUM, RECORD_MAXIMUM}, NULL},
    {"sweep", "needs DIR, BYTES, a multiple of RECORD, and RECORD, from 512 to 16777216.", sweep, true, 2, 512,
     {BYTES_MAXIMUM, RECORD_MAXIMUM}, whole_records},
    {"copy-up", "needs FILE.", copy_up, true, 0, 0, {0}, NULL},
    {"make-tree", "needs DIR and FILES, from 1 to 100000.", make_tree, true, 1, 1, {FILES_MAXIMUM}, NULL},
    {"stat-tree", "needs DIR.", stat_tree, true, 0, 0, {0}, NULL},
    {"cpu", "needs THREADS, from 1 to 64, and MILLISECONDS, from 1 to 3600000.", cpu, false, 2, 1,
     {THREADS_MAXIMUM, 3600000}, NULL},
    {"hold", "needs FILE and BYTES, at least 1.", hold, true, 1, 1, {BYTES_MAXIMUM}, NULL},
    {"touch", "needs FILE and BYTES, at least 1.", touch, true, 1, 1, {BYTES_MAXIMUM}, NULL},
    {"sync", "needs nothing.", write_back, false, 0, 0, {0}, NULL},
    {"memory", "needs PID.", memory, true, 0, 0, {0}, NULL},
    {"watch", "needs DIR.", watch, true, 0, 0, {0}, NULL},
};

static bool read_values(const struct work *work, char **values, int64_t *numbers)
{
    if (work->path && (!*values || !**values++))
        return false;
    for (int i = 0; i < work->numbers; i++)
        if (!*values || !number(*values++, work->minimum, work->maximum[i], &numbers[i]))
            return false;
    return !*values && (!work->agree || work->agree(numbers));
}

bool work(const char *name, char **values, int *code)
{
    int64_t numbers[NUMBERS] = {0};

    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (strcmp(works[i].name, name) != 0)
            continue;
        if (!read_values(&works[i], values, numbers))
            *code = complain(name, works[i].needs);
        else
            *code = works[i].perform(works[i].path ? values[0] : NULL, numbers) ? EXIT_DONE : EXIT_STEP_FAILED;
        return true;
    }
    return false;
}
