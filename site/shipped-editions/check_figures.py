"""Recomputes the figures in the tables of editions, with nothing of the registry.

Without input: three editions from the copies of their sources, with exact fractions. Prints JSON: edition -> part ->
rows, each row [os, platform, test, figures as shown ...]; under "below" the rows that stand under a row of mac-2025; and
under "means" the tables of means, part -> rows [platform, test, figures as shown ...].

With a frozen edition of measured runs and the path of each run document by its hash: the numbers of each row, from the
documents alone, with numpy and scipy. `figures.test.ts` compares both with the tables.
"""

import csv
import json
import sys
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
    ("Layer", "Docker"),
    ("Bind mount + volume", "Docker - Bind Mount + Volume"),
    ("Bind mount", "Docker - Bind Mount"),
]
TESTS_2025 = [
    ("Native", "Native"),
    ("Layer", "No volumes"),
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


DIVISORS = {
    "seconds": 1e9,
    "milliseconds": 1e6,
    "microseconds": 1e3,
    "nanoseconds": 1,
    "mebibytes": 2**20,
    "mebibytes-per-second": 2**20 / 1e9,
    "operations-per-second": 1e-9,
    "percent": 0.01,
    "operations": 1,
}


def values_of(benchmark):
    """The values of the primary metric, a list for each counted sample. A metric with `per` is a quotient."""
    metric = next(metric for metric in benchmark["metrics"] if metric["primary"])
    found = []
    for sample in benchmark["samples"]:
        own, per = (sample["values"].get(metric.get(name)) for name in ("name", "per"))
        if sample["warmup"] or own is None or (metric.get("per") and per is None):
            continue
        with np.errstate(divide="ignore", invalid="ignore"):
            quotients = np.atleast_1d(own).astype(float) / (np.atleast_1d(per) if metric.get("per") else 1)
        if np.isfinite(quotients).any():
            found.append((sample["round"], quotients[np.isfinite(quotients)]))
    return found


def ratio_by_rounds(own, reference):
    """Hodges-Lehmann estimate of the ratio with its exact 95% signed-rank interval; None below 6 rounds."""
    mine, theirs = ({at: np.median(values) for at, values in values_of(side)} for side in (own, reference))
    logs = np.array([np.log(mine[at] / theirs[at]) for at in mine if at in theirs and min(mine[at], theirs[at]) > 0])
    if len(logs) < 6:
        return None
    counts = np.array([1.0])
    for rank in range(1, len(logs) + 1):
        counts = np.pad(counts, (0, rank)) + np.pad(counts, (rank, 0))
    dropped = int(np.searchsorted(np.cumsum(counts) / 2.0 ** len(logs), 0.025, side="right"))
    walsh = np.sort(((logs[:, None] + logs[None, :]) / 2)[np.triu_indices(len(logs))])
    return np.exp([np.median(walsh), walsh[dropped - 1], walsh[-dropped]])


def work(benchmark):
    return (benchmark["workload"], json.dumps(benchmark["params"], sort_keys=True))


def find(document, like, scenario, engine):
    """The benchmark of the same work in a scenario of an engine, or None."""
    place = (work(like), scenario, engine)
    own = (b for b in document["benchmarks"] if not b.get("control") and (work(b), b["scenario"], b["engine"]) == place)
    return next(own, None)


def checks_of(document):
    """The works that control pairs checked, those that differ, and the widest factor of those measured too imprecisely."""
    shared = {s["engine"] for s in document.get("storage", []) if s["location"] == "volume" and s["sameDeviceAsHost"]}
    shared &= {e["id"] for e in document["engines"] if e["effective"]["vmType"]["value"] == "none"}
    works = [work(b) for b in document["benchmarks"] if b["samples"] and not b.get("control")]
    checked, differs, imprecise = set(), set(), {}
    for own in document["benchmarks"]:
        if works.count(work(own)) < 2 or not (own.get("control") or own["scenario"] == "volume" and own["engine"] in shared):
            continue
        twin = find(document, own, own["scenario"] if own.get("control") else "bind", own["engine"])
        ratio = ratio_by_rounds(own, twin) if twin else None
        if ratio is None:
            continue
        checked.add(work(own))
        if ratio[1] > 1.02 or ratio[2] < 1 / 1.02:
            differs.add(work(own))
        elif ratio[2] / ratio[1] > 2:
            imprecise[work(own)] = max(imprecise.get(work(own), 1), ratio[2] / ratio[1])
    return checked, differs, imprecise


def run_ratio(document, own, reference):
    """A run's ratio of two benchmarks, printed or not, or None if the run withholds it."""
    _, differs, _ = checks_of(document)
    return None if len(differs) >= 2 or work(own) in differs else ratio_by_rounds(own, reference)


def row_figures(part, row, documents):
    def ends(row):
        return [documents[at["run"]]["benchmarks"][at["benchmark"]] for at in [row["benchmark"], *row.get("repeats", [])]]

    values = np.concatenate([values for end in ends(row) for _, values in values_of(end)]) / DIVISORS[part["unit"]]
    figures = {"median": np.median(values), "minimum": values.min(), "maximum": values.max(), "n": len(values)}
    figures |= {"ratio": [], "next": []}
    if row["reference"] is None:
        return figures
    runs = [documents[at["run"]] for at in [row["benchmark"], *row.get("repeats", [])]]
    pairs = zip(runs, ends(row), strict=True)
    like = ends(part["rows"][row["reference"]])[0]
    ratios = [run_ratio(run, own, find(run, own, like["scenario"], like["engine"])) for run, own in pairs]
    if len(ratios) == 1 and ratios[0] is not None:
        _, lower, upper = ratios[0]
        widest = checks_of(runs[0])[2].get(work(ends(row)[0]), 1)
        wider = np.sqrt(max(1, widest / (upper / lower)))
        is_range = widest > 1 or lower <= 1 <= upper and upper / lower > 1.5
        figures["ratio"] = [lower / wider, upper * wider] if is_range else ratios[0]
    logs = np.log([ratio[0] for ratio in ratios if ratio is not None])
    if len(logs) >= 3:
        half = stats.t.ppf(0.975, len(logs) - 1) * np.std(logs, ddof=1)
        widths = half / np.sqrt(len(logs)), half * np.sqrt(1 + 1 / len(logs))
        mean, next_run = (np.exp([np.mean(logs) - width, np.mean(logs) + width]) for width in widths)
        figures |= {"ratio": [np.exp(np.mean(logs)), *mean], "next": next_run}
    return figures


def measured(edition, paths):
    documents = {hash: json.loads(Path(path).read_text("utf-8")) for hash, path in paths.items()}
    checks = [checks_of(document) for document in documents.values()]
    return {
        "parts": {part["code"]: [row_figures(part, row, documents) for row in part["rows"]] for part in edition["parts"]},
        "unreliable": sum(len(differs) >= 2 for _, differs, _ in checks),
        "checked": sum(len(checked) for checked, _, _ in checks),
        "withheld": sum(len(differs) for _, differs, _ in checks),
    }


given = json.load(sys.stdin)
if given is None:
    print(json.dumps({"mac-2022": mac_2022(), "mac-2025": mac_2025(), "startup-2026": startup_2026()}))
else:
    import numpy as np
    from scipy import stats

    print(json.dumps(measured(given["edition"], given["documents"]), default=lambda number: number.tolist()))
