"""Recomputes every figure in the tables of three editions from the copies of their sources alone.

Nothing of the registry is used: exact fractions here, floating point there. Prints JSON: edition -> part -> rows, each
row [os, platform, test, figures as shown ...]; under "below" the rows that stand under a row of mac-2025; and under
"means" the tables of means, part -> rows [platform, test, figures as shown ...].
`figures.test.ts` compares them with the tables.
"""

import csv
import json
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from math import comb
from pathlib import Path

getcontext().prec = 40
SOURCES = Path(__file__).parent / "sources"
# Student's t, 0.975, by degrees of freedom; from R: qt(0.975, c(9, 19, 49)).
T = {9: "2.262157162798205", 19: "2.093024054408309", 49: "2.009575237129236"}


def records(path):
    with open(SOURCES / path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def shown(value, decimals):
    """A fraction as the tables show it: halves up, thousands apart."""
    value = Fraction(value)
    scaled = value * 10**decimals + Fraction(1, 2)
    whole = scaled.numerator // scaled.denominator
    return f"{Decimal(whole).scaleb(-decimals):,.{decimals}f}"


def ratio(value):
    return shown(value, 2) + "×"


def mean(values):
    return sum(values) / len(values)


def quantile(values, share):
    """Type 7: linear between order statistics."""
    ordered = sorted(values)
    position = (len(ordered) - 1) * share
    low = position.numerator // position.denominator
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


def deviation(values):
    centre = mean(values)
    variance = sum((value - centre) ** 2 for value in values) / (len(values) - 1)
    return (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()


def spread(values, decimals):
    return f"{shown(min(values), decimals)}–{shown(max(values), decimals)}"


def interval(values, decimals):
    half = Decimal(T[len(values) - 1]) * deviation(values) / Decimal(len(values)).sqrt()
    centre = mean(values)
    return f"{shown(centre - Fraction(half), decimals)}–{shown(centre + Fraction(half), decimals)}"


def milliseconds(text):
    """The files of 2025 are in milliseconds; some values have a floating-point tail."""
    return Fraction(Decimal(text).quantize(Decimal("0.001")))


TESTS_2022 = [
    ("Native", "Native"),
    ("Layer (no volumes)", "Docker"),
    ("Bind mount + volume", "Docker - Bind Mount + Volume"),
    ("Bind mount", "Docker - Bind Mount"),
]
TESTS_2025 = [
    ("Native", "Native"),
    ("Layer (no volumes)", "No volumes"),
    ("Bind mount + volume", "Bind mount + volume"),
    ("Bind mount", "bind mount"),
]
PLATFORMS_2025 = [
    ("macOS", "Lima", "Lima"),
    ("macOS", "Docker Desktop, VZ", "Docker - VZ"),
    ("macOS", "Docker Desktop, VMM", "Docker - VMM"),
    ("macOS", "Docker Desktop, file sync", "Docker - VZ + file sync"),
    ("macOS", "OrbStack", "Docker - OrbStack"),
    ("Linux", "Docker", "Docker - Linux"),
]


def mac_2022():
    rows = []
    table = records("docker-for-mac-bench/paolo-2022-table.csv")
    for os, platform in (("macOS", "Docker Desktop"), ("Linux", "Docker")):
        times = {row["test"]: Fraction(row["time_s"]) for row in table if row["os"] == os}
        for title, name in TESTS_2022:
            quotient = "–" if name == "Native" else ratio(times[name] / times["Native"])
            rows.append([os, platform, title, shown(times[name], 2), "one run", "1", quotient])
    return {"results": rows, "below": [], "means": {}}


def mac_2025():
    table = records("docker-for-mac-bench/paolo-2025-per-run.csv")
    rows, below, means = [], [], []
    for os, platform, name in PLATFORMS_2025:
        own = {}
        for row in table:
            if row["platform"] == name:
                version = row["csv_version"][:10]
                own[row["test"], version] = ([milliseconds(row[f"run{run}_s"]) for run in (1, 2, 3)], row)
        native = median(own["Native", "2025-02-28"][0])
        for title, test in TESTS_2025:
            times, row = own[test, "2025-02-28"]
            figures = [shown(median(times), 2), spread(times, 2), "3"]
            rows.append([os, platform, title, *figures, "–" if test == "Native" else ratio(median(times) / native)])
            if (test, "2025-01-07") in own:
                first = own[test, "2025-01-07"][0]
                below.append([shown(median(first), 2), spread(first, 2), "3", ratio(median(first) / native)])
            same = "the same"
            if row["published_matches_csv"] == "False":
                printed = [shown(Fraction(row[f"published_{part}"]), 2) for part in ("avg", "min", "max")]
                same = f"{printed[0]}, {printed[1]}–{printed[2]}"
            means.append([platform, title, shown(mean(times), 2), same])
    return {"results": rows, "below": below, "means": {"results": means}}


PLATFORMS_2026 = [
    ("Linux", "Azure, Premium SSD", "azure-premium-ssd"),
    ("Linux", "Azure, Standard HDD", "azure-standard-hdd"),
    ("macOS", "Docker Desktop", "macos-docker-desktop"),
]
IMAGES = [("alpine", "alpine"), ("nginx", "nginx"), ("python:3.11-slim", "python_3.11-slim")]


def values_2026(folder, file, column, **wanted):
    rows = records(f"docker-internals-guide/{folder}/{file}")
    return [Fraction(row[column]) for row in rows if all(row[name] == value for name, value in wanted.items())]


def median(values):
    return quantile(values, Fraction(1, 2))


def quartiles(values, decimals):
    low, high = (shown(quantile(values, Fraction(part, 4)), decimals) for part in (1, 3))
    return f"{low}–{high}"


def median_interval(values, decimals):
    """The narrowest interval between order statistics that covers the median with at least 95%."""
    count, rank, tail = len(values), 0, Fraction(0)
    while (tail + Fraction(comb(count, rank), 2**count)) * 2 <= Fraction(1, 20):
        tail += Fraction(comb(count, rank), 2**count)
        rank += 1
    ordered = sorted(values)
    return f"{shown(ordered[rank - 1], decimals)}–{shown(ordered[count - rank], decimals)}"


def starts(mode):
    rows, means, reference = [], [], {}
    for os, platform, folder in PLATFORMS_2026:
        for title, image in IMAGES:
            times = values_2026(folder, "01-startup-latency.csv", "startup_ms", image=image, mode=mode)
            reference.setdefault(image, median(times))
            quotient = "–" if folder == "azure-premium-ssd" else ratio(median(times) / reference[image])
            figures = [shown(median(times), 1) + median_interval(times, 1), spread(times, 1)]
            rows.append([os, platform, title, *figures, str(len(times)), quotient])
            means.append([platform, title, shown(mean(times), 1), interval(times, 1)])
    return rows, means


def throttling():
    rows, means = [], []
    for os, platform, folder in PLATFORMS_2026:
        shares = values_2026(folder, "03-cpu-throttling.csv", "measured_pct")
        figures = [shown(median(shares), 1), quartiles(shares, 1), spread(shares, 1), str(len(shares))]
        rows.append([os, platform, "--cpus=0.5", *figures])
        means.append([platform, "--cpus=0.5", shown(mean(shares), 1), shown(Fraction(deviation(shares)), 1)])
    return rows, means


def writes(restore):
    rows, means = [], []
    for os, platform, folder in PLATFORMS_2026:
        for title, mode in (("OverlayFS", "overlayfs"), ("Volume", "volume")):
            rates = values_2026(folder, "04-write-performance.csv", "write_speed_mbps", mode=mode)
            if restore:
                rates = [rate * 1000 if rate < 50 else rate for rate in rates]
            figures = [shown(median(rates), 1), quartiles(rates, 1), spread(rates, 1), str(len(rates))]
            rows.append([os, platform, title, *figures])
            means.append([platform, title, shown(mean(rates), 1)])
    return rows, means


def others():
    rows, means = [], []
    for os, platform, folder in PLATFORMS_2026:
        tests = [
            ("“Copy-up”, 100 MB", values_2026(folder, "02-copyup-overhead.csv", "copyup_ms")),
            *[
                (f"500 files, {title}", values_2026(folder, "05-metadata-operations.csv", "duration_ms", mode=mode))
                for title, mode in (("OverlayFS", "overlayfs"), ("volume", "volume"))
            ],
            *[
                (f"Pull of {title}", values_2026(folder, "06-image-pull-time.csv", "pull_time_ms", image=image))
                for title, image in IMAGES
            ],
        ]
        if folder != "macos-docker-desktop":
            tests.append(("One namespace", values_2026(folder, "07-namespace-overhead.csv", "duration_ms")))
        for mode in ("bridge", "host"):
            times = values_2026(folder, "08-network-latency.csv", "avg_rtt_ms", mode=mode)
            tests.append((f"Ping, {mode} network", times))
        for title, times in tests:
            rows.append([os, platform, title, shown(median(times), 1), spread(times, 1), str(len(times))])
            means.append([platform, title, shown(mean(times), 1), shown(Fraction(deviation(times)), 1)])
    return rows, means


def memory():
    rows, means = [], []
    for os, platform, folder in PLATFORMS_2026:
        # A run document holds whole bytes.
        sizes = values_2026(folder, "09-memory-efficiency.csv", "total_mem_mb")
        sizes = [Fraction(round(size * 2**20), 2**20) for size in sizes]
        rows.append([os, platform, "Three containers", shown(median(sizes), 2), spread(sizes, 2), str(len(sizes))])
        means.append([platform, "Three containers", shown(mean(sizes), 2)])
    return rows, means


def startup_2026():
    parts = {
        "warm": starts("warm"),
        "cold": starts("cold"),
        "cpu": throttling(),
        "writes": writes(restore=False),
        "writes-restored": writes(restore=True),
        "others": others(),
        "memory": memory(),
    }
    rows = {part: rows for part, (rows, _) in parts.items()}
    return {**rows, "below": [], "means": {part: means for part, (_, means) in parts.items()}}


print(json.dumps({"mac-2022": mac_2022(), "mac-2025": mac_2025(), "startup-2026": startup_2026()}))
