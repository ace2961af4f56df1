/* The program of the tests of own workloads. It prints facts about its environment, and fails without its files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static int is(const char *name, const char *value)
{
    const char *found = getenv(name);

    return found && strcmp(found, value) == 0;
}

int main(int count, char **argument)
{
    char here[4096];
    int lines = 0, variables = 0;

    if (count > 2 && strcmp(argument[1], "prepare") == 0)
        return fopen(argument[2], "wx") ? 0 : 1;
    FILE *prepared = fopen("prepared", "r"), *placed = count > 1 ? fopen(argument[1], "r") : NULL, *out = fopen("out", "a");
    if (!prepared || !placed || !out || !getcwd(here, sizeof here))
        return 2;
    for (int byte; (byte = fgetc(placed)) != EOF;)
        lines += byte == '\n';
    for (char **variable = environ; *variable; variable++)
        variables++;
    fprintf(out, "%d lines\n", lines);
    printf("%d lines\n", lines);
    printf("{\"user\": %d, \"home\": %d, \"image\": %d, \"file\": %d, \"variables\": %d}\n", (int)getuid(), is("HOME", here),
           is("KIND", "of image"), is("MINE", here), variables);
    return 0;
}
