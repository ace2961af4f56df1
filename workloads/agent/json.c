/* JSON on stdout through one small buffer: printf would double the binary's size. */
#include "agent.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static char buffer[4096];
static size_t used;

/* If stdout itself fails, only the exit code can report it. */
static void flush(void)
{
    for (size_t sent = 0; sent < used;) {
        ssize_t count = write(STDOUT_FILENO, buffer + sent, used - sent);
        if (count < 0 && errno != EINTR)
            _exit(EXIT_STEP_FAILED);
        if (count > 0)
            sent += (size_t)count;
    }
    used = 0;
}

static void put(char byte)
{
    if (used == sizeof buffer)
        flush();
    buffer[used++] = byte;
}

static void put_all(const char *text)
{
    while (*text)
        put(*text++);
}

static void put_number(int64_t value)
{
    char digits[20];
    size_t count = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        put('-');
    while (count)
        put(digits[--count]);
}

static void put_list(const int64_t *values, int count)
{
    put('[');
    for (int i = 0; i < count; i++) {
        if (i)
            put(',');
        put_number(values[i]);
    }
    put(']');
}

/* Length of the well-formed UTF-8 sequence at bytes (The Unicode Standard, table 3-7), or 0. */
static size_t sequence_length(const unsigned char *bytes, size_t left)
{
    unsigned char lead = bytes[0];
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;  /* not overlong */
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF; /* no surrogate, not past U+10FFFF */
    size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4 || length > left || bytes[1] < low || bytes[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

static void put_text(const char *text, size_t length)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *bytes = (const unsigned char *)text;

    put('"');
    for (size_t i = 0; i < length;) {
        size_t sequence = sequence_length(bytes + i, length - i);
        if (sequence == 0) {
            put_all("\xEF\xBF\xBD");
            i++;
        } else if (bytes[i] < 0x20 || bytes[i] == 0x7F) {
            put_all("\\u00");
            put(hex[bytes[i] >> 4]);
            put(hex[bytes[i++] & 15]);
        } else {
            if (bytes[i] == '"' || bytes[i] == '\\')
                put('\\');
            while (sequence--)
                put((char)bytes[i++]);
        }
    }
    put('"');
}

void emit(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    for (; *format; format++) {
        if (*format != '%') {
            put(*format);
            continue;
        }
        const char *pointer;
        int64_t number;
        int truth;
        switch (*++format) {
        case 's':
            pointer = va_arg(values, const char *);
            if (pointer)
                put_text(pointer, strlen(pointer));
            else
                put_all("null");
            break;
        case 't':
            pointer = va_arg(values, const char *);
            put_text(pointer, va_arg(values, size_t));
            break;
        case 'n':
            put_number(va_arg(values, int64_t));
            break;
        case 'o':
            number = va_arg(values, int64_t);
            if (number < 0)
                put_all("null");
            else
                put_number(number);
            break;
        case 'b':
            truth = va_arg(values, int);
            put_all(truth < 0 ? "null" : truth ? "true" : "false");
            break;
        case 'l': {
            const int64_t *list = va_arg(values, const int64_t *);
            put_list(list, va_arg(values, int));
        }
        }
    }
    va_end(values);
    if (format[-1] == '\n')
        flush();
}

bool failed(const char *doing, const char *path, const char *message)
{
    emit("{\"step\":\"error\",\"doing\":%s", doing);
    if (path)
        emit(",\"path\":%s", path);
    emit(",\"message\":%s}\n", message);
    return false;
}
