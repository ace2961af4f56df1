/* What memory sums from the mappings of a process where the kernel gives no total, beside the total. */
#include "../memory.c"

static void emit_process(const char *step)
{
    emit("{\"step\":%s,\"file-pss\":%n,\"anonymous-pss\":%n}\n", step, file_pss, anonymous_pss);
}

int main(int count, char **argument)
{
    if (count != 3 || !read_lines(argument[1], take_total))
        return EXIT_STEP_FAILED;
    emit_process("total");
    file_pss = anonymous_pss = 0;
    if (!read_lines(argument[2], take_mapping))
        return EXIT_STEP_FAILED;
    emit_process("sum");
    return EXIT_DONE;
}
