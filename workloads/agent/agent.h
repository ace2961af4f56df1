/* Shared declarations of the agent. All times are integers in nanoseconds. */
#ifndef PLIMSOLL_AGENT_H
#define PLIMSOLL_AGENT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNKNOWN = -1 };
enum { EXIT_DONE = 0, EXIT_STEP_FAILED = 2, EXIT_USAGE = 64 };
enum { TAIL_MAXIMUM = 1048576, SAMPLES_MAXIMUM = 10000 };
enum { TIMES_MAXIMUM = 1000, WORDS_MAXIMUM = 1024 };
enum { FILES_MAXIMUM = 100000, RECORD_MAXIMUM = 16 << 20, THREADS_MAXIMUM = 64 };

/* json.c: writes format to stdout, with %s a text (NULL: null), %t bytes and their size_t length (both as JSON strings;
   what is not UTF-8 becomes U+FFFD), %n an int64_t, %o an int64_t or UNKNOWN (null), %b a bool or UNKNOWN as int, %l a
   list: int64_t values and their int count. */
void emit(const char *format, ...);
/* Writes the line of a failed step (path may be NULL). Always false, so that a step can return it. */
bool failed(const char *doing, const char *path, const char *message);

/* run.c: the agent's exit code. */
int run(char **argument, const char *own_name);
int calibrate(int samples, const char *own_name);

/* options.c: the settings of the timed command. */
struct settings {
    const char *cwd; /* NULL: where the agent was started */
    int64_t timeout_seconds, tail, samples, times;
    bool clear_environment;
};
extern struct settings settings;
/* The stages are performed in this order; the commands come between PREPARE and COUNT. */
enum stage { SETTING, TOKEN, COPY, DESCRIBE, INHERIT, ENVIRONMENT, PREPARE, COUNT, EMPTY };
/* The words of --prepare, ended by NULL; NULL: none. */
char *const *prepare_command(void);
/* The end of the options: "--" or the end of argv. NULL: invalid options, reported on stderr. */
char **read_options(char **argument);
/* Performs one stage's options in the given order. False: a step failed and reported it. */
bool perform(char **argument, char **end, enum stage stage);
/* Parses decimal digits. False: not a number, or not from minimum to maximum. */
bool number(const char *text, int64_t minimum, int64_t maximum, int64_t *value);
/* Parses a number from 1 to SAMPLES_MAXIMUM. */
bool sample_count(const char *text, int64_t *value);
/* One sentence on stderr; returns EXIT_USAGE. */
int complain(const char *subject, const char *sentence);

/* place.c and describe.c: steps, each given its option's values. False: the error line is written. */
bool write_file(char **file_and_text);
bool read_file(char **file);
bool make_place(char **directory);
bool copy_directory(char **source_and_target);
bool empty_directory(char **directory);
bool count_directory(char **directory);
bool describe_directory(char **directory);
/* describe.c, Linux: the mount that holds a path; a line of mountinfo has at most LINE_MAXIMUM bytes. */
enum { LINE_MAXIMUM = 65536 };
struct mount {
    char point[PATH_MAX];
    char device[32]; /* "MAJOR:MINOR" */
    char filesystem[64];
    char options[LINE_MAXIMUM]; /* of the file system */
};
/* The path need not exist, but must have no links in it. NULL: unknown (errno). Valid until the next call. */
const struct mount *mount_of(const char *path);
/* Replaces the octal escapes of mountinfo. */
void unescape(char *text);
/* Writes all bytes, with as many calls as necessary. False: errno says why. */
bool write_all(int file, const char *bytes, size_t length);

/* walk.c: a path that grows and shrinks along a walk; after a failed walk it names the path that failed. */
struct path {
    char text[PATH_MAX];
    size_t length;
};
/* False: the path would be too long (errno). */
bool push(struct path *path, const char *name);
void cut(struct path *path, size_t length);
/* Calls visit for every name in the directory at path, with path extended by that name. False: errno says why. */
bool each_entry(struct path *path, bool (*visit)(void *state), void *state);

/* lines.c: calls take for every line of an open file as soon as it arrives, without its newline. False: errno says
   why: EMSGSIZE for a line over 64 KiB or without an end, 0 if take returned false. */
bool each_line(int file, bool (*take)(char *line));
/* The same for the file of that name. */
bool read_lines(const char *path, bool (*take)(char *line));
/* True if the line begins with the field's name; *value is then the number after it times the unit. */
bool field(const char *line, const char *name, int64_t unit, int64_t *value);

/* timer.c: the timed path, the same for the measured command and for calibration. */
struct command {
    const char *program; /* a path, already looked up */
    char *const *argument;
    char *const *environment;
    int64_t timeout;  /* 0: none */
    int null;         /* /dev/null, which is always the input */
    bool keep_output; /* false: output goes to /dev/null too */
};
struct usage {
    int64_t minor_faults, major_faults, voluntary_switches, involuntary_switches, block_input;
};
struct timing {
    int64_t wall, user, system;
    struct usage usage; /* as wait4 counted it */
    int status; /* as wait4 gave it */
    bool timed_out;
    int stopped_by;      /* the signal that ended the agent, or 0 */
    int64_t orphans;     /* descendants that were still alive and were ended */
    bool orphans_remain; /* some could not be killed */
};
/* Returns 0, or the errno if the program did not start. */
int time_command(const struct command *command, struct timing *timing);
/* The last bytes of what the command wrote, at most limit, which is at most TAIL_MAXIMUM. */
const char *output_tail(size_t limit, size_t *length);
int64_t now(void);

/* orphans.c: makes orphaned descendants children of the agent, if the system supports that. */
void adopt_orphans(void);
/* Kills the processes that a reaped command, the leader of this process group, left running. Returns how many. */
int64_t end_orphans(int group, bool *remain);

/* lookup.c: the child's environment. False: it is full. */
bool environment_add(char *entry);
/* Adds the agent's own variable of that name, if it has one. */
bool environment_inherit(const char *name);
char *const *environment_get(void);
/* The path of a program, looked up on the child's PATH; NULL with errno if there is none. */
const char *program_path(const char *name);

/* inspect.c: how this process runs, and the file systems of paths, ended by NULL; the agent's exit code. */
int inspect(char **path);

/* namespaces.c */
int time_unshare(const char *kind, int samples);

/* work.c: performs the work of that name and sets the agent's exit code. False: unknown name. */
bool work(const char *name, char **values, int *code);

/* record.c: the data of measured files. */
union record {
    uint64_t words[RECORD_MAXIMUM / sizeof(uint64_t)];
    char bytes[RECORD_MAXIMUM];
};
extern union record record;
/* SplitMix64 (Steele, Lea and Flood 2014). */
uint64_t next_random(uint64_t *state);
/* Fills the record with random bytes, different each time. */
void fill_record(size_t length);
/* Gives every 4 KiB of the record a new number. */
void change_record(size_t length, uint64_t *blocks);
/* False: errno says why. */
bool make_durable(int file);

/* network.c: a TCP peer and its client. Both take their values, ended by NULL, and return the agent's exit code. */
int answer(char **port_and_address);
int round_trips(char **address_port_and_count);

/* metadata.c, write.c, sweep.c, copy_up.c, tree.c and cpu.c: work, given its path, if it has one, and its numbers in the
   order of argv. One line is written; false: it is the error line. */
bool metadata(const char *directory, const int64_t *files);
bool write_fresh(const char *path, const int64_t *bytes_and_record);
/* Writes this many bytes in records of `length`, which `fill_record` filled. Sets errno on failure. */
bool write_whole(int file, int64_t bytes, int64_t length);
bool sweep(const char *directory, const int64_t *bytes_and_record);
bool copy_up(const char *path, const int64_t *unused);
bool make_tree(const char *directory, const int64_t *files);
bool stat_tree(const char *directory, const int64_t *unused);
bool cpu(const char *unused, const int64_t *threads_and_milliseconds);

/* signals.c: from now on a termination signal ends the agent at once, with 128 + its number. */
void end_when_told(void);

/* hold.c, write.c, memory.c and watch.c: commands in the form of work. hold runs until a signal, watch until its input
   ends. */
bool hold(const char *path, const int64_t *anonymous);
bool touch(const char *path, const int64_t *bytes);
bool write_back(const char *unused, const int64_t *none);
bool memory(const char *pid, const int64_t *unused);
bool watch(const char *directory, const int64_t *unused);

/* watch.c: writes the last line of an expectation; at is the time of the expected change, or NEVER. */
enum { NEVER = -1 };
void emit_time(const char *step, int64_t at);
/* event.c: waits for a change of a file of the current directory. False: the error line is written. */
bool expect_event(const char *name, int64_t milliseconds);
/* clock.c: an id that is equal for two agents only if their now() reads the same clock; NULL: unknown. */
const char *clock_id(void);

#endif
