/* The options of run. Steps use their values directly from argv; only settings are stored. */
#include "agent.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct settings settings = {.tail = 4096, .times = 1};

static char *prepare_words[WORDS_MAXIMUM + 1];
static size_t words;

bool number(const char *text, int64_t minimum, int64_t maximum, int64_t *value)
{
    int64_t result = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || result > maximum)
            return false;
        result = result * 10 + (*text - '0');
    }
    *value = result;
    return result >= minimum && result <= maximum;
}

bool sample_count(const char *text, int64_t *value)
{
    return number(text, 1, SAMPLES_MAXIMUM, value);
}

static bool set_cwd(char **value)
{
    settings.cwd = value[0];
    return true;
}

static bool set_timeout(char **value)
{
    return number(value[0], 1, 1000000, &settings.timeout_seconds);
}

static bool set_tail(char **value)
{
    return number(value[0], 0, TAIL_MAXIMUM, &settings.tail);
}

static bool set_samples(char **value)
{
    return sample_count(value[0], &settings.samples);
}

static bool set_times(char **value)
{
    return number(value[0], 1, TIMES_MAXIMUM, &settings.times);
}

static bool set_clear_environment(char **value)
{
    (void)value;
    settings.clear_environment = true;
    return true;
}

static bool add_to_environment(char **entry)
{
    return environment_add(entry[0]) || failed("run", NULL, strerror(E2BIG));
}

static bool inherit(char **name)
{
    return environment_inherit(name[0]) || failed("run", NULL, strerror(E2BIG));
}

static bool add_to_prepare(char **word)
{
    if (words == WORDS_MAXIMUM)
        return failed("prepare", NULL, strerror(E2BIG));
    prepare_words[words++] = word[0];
    return true;
}

char *const *prepare_command(void)
{
    return words > 0 ? prepare_words : NULL;
}

static const struct option {
    const char *name;
    int values;
    enum stage stage;
    bool (*perform)(char **values);
} options[] = {
    {"--cwd", 1, SETTING, set_cwd},
    {"--timeout", 1, SETTING, set_timeout},
    {"--tail", 1, SETTING, set_tail},
    {"--calibrate", 1, SETTING, set_samples},
    {"--times", 1, SETTING, set_times},
    {"--clear-env", 0, SETTING, set_clear_environment},
    {"--write", 2, TOKEN, write_file},
    {"--read", 1, TOKEN, read_file},
    {"--make", 1, COPY, make_place},
    {"--copy", 2, COPY, copy_directory},
    {"--describe", 1, DESCRIBE, describe_directory},
    {"--keep-env", 1, INHERIT, inherit},
    {"--env", 1, ENVIRONMENT, add_to_environment},
    {"--prepare", 1, PREPARE, add_to_prepare},
    {"--count", 1, COUNT, count_directory},
    {"--empty", 1, EMPTY, empty_directory},
};

static const struct option *find_option(const char *name)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

/* The error in an option or its values, as a sentence without its subject; NULL if valid. */
static const char *objection(const struct option *option, char **argument)
{
    if (!option)
        return "is not an option of run; the command to time goes after --.";
    for (int i = 1; i <= option->values; i++)
        if (!argument[i])
            return "lacks a value.";
    if (option->stage == ENVIRONMENT && !strchr(argument[1], '='))
        return "needs NAME=VALUE.";
    if (option->stage == INHERIT && (!*argument[1] || strchr(argument[1], '=')))
        return "needs NAME.";
    if (option->stage == SETTING && !option->perform(argument + 1))
        return "needs a whole number within its range.";
    return NULL;
}

char **read_options(char **argument)
{
    while (*argument && strcmp(*argument, "--") != 0) {
        const struct option *option = find_option(*argument);
        const char *sentence = objection(option, argument);
        if (sentence) {
            complain(*argument, sentence);
            return NULL;
        }
        argument += 1 + option->values;
    }
    return argument;
}

bool perform(char **argument, char **end, enum stage stage)
{
    while (argument < end) {
        const struct option *option = find_option(*argument);
        if (option->stage == stage && !option->perform(argument + 1))
            return false;
        argument += 1 + option->values;
    }
    return true;
}

int complain(const char *subject, const char *sentence)
{
    const char *const parts[] = {"plimsoll-agent: ", subject, " ", sentence, "\n"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0)
            break;
    return EXIT_USAGE;
}
