"""Computes every figure of an edition of measured runs from the run documents alone, with numpy and scipy.

Nothing of Plimsoll is used. Reads JSON: the frozen edition, and the path of each run document by its hash. Prints JSON:
for each part, for each row, the numbers that its table should show, in the unit of the part; for each design, how well its
runs agree; and how many runs and workloads are not to be trusted.
"""

import json
import sys

import numpy as np
from scipy import stats

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


def primary(benchmark):
    return next(metric for metric in benchmark["metrics"] if metric["primary"])


def values_of(sample, metric):
    """The values of a sample: one, or the list of one execution. A metric with `per` is a quotient."""
    value = sample["values"].get(metric["name"])
    if value is None:
        return []
    values = np.atleast_1d(np.array(value, dtype=float))
    if metric.get("per"):
        divisor = sample["values"].get(metric["per"])
        if divisor is None:
            return []
        with np.errstate(divide="ignore", invalid="ignore"):
            values = values / np.atleast_1d(np.array(divisor, dtype=float))
        values = values[np.isfinite(values)]
    return list(values)


def counted(benchmark):
    metric = primary(benchmark)
    return [v for s in benchmark["samples"] if not s["warmup"] for v in values_of(s, metric)]


def by_round(benchmark):
    metric = primary(benchmark)
    rounds = {}
    for sample in benchmark["samples"]:
        values = [] if sample["warmup"] else values_of(sample, metric)
        if values:
            rounds[sample["round"]] = np.median(values)
    return rounds


def signed_rank_tail(n):
    """The probabilities P(W <= k) of the signed-rank statistic of n differences, by its generating function."""
    counts = np.array([1.0])
    for rank in range(1, n + 1):
        with_rank = np.zeros(len(counts) + rank)
        with_rank[: len(counts)] += counts
        with_rank[rank:] += counts
        counts = with_rank
    return np.cumsum(counts) / 2.0**n


def ratio_by_rounds(own, reference):
    """Hodges-Lehmann estimate of the log ratios with its exact 95% signed-rank interval; None below 6 rounds."""
    mine, theirs = by_round(own), by_round(reference)
    logs = np.array([np.log(mine[r] / theirs[r]) for r in sorted(mine) if r in theirs and mine[r] > 0 and theirs[r] > 0])
    n = len(logs)
    if n < 6:
        return None
    upper = np.triu_indices(n)
    walsh = np.sort(((logs[:, None] + logs[None, :]) / 2)[upper])
    dropped = int(np.searchsorted(signed_rank_tail(n), 0.025, side="right"))
    return {
        "rounds": n,
        "value": float(np.exp(np.median(walsh))),
        "interval": [float(np.exp(walsh[dropped - 1])), float(np.exp(walsh[len(walsh) - dropped]))],
    }


def work(benchmark):
    return (benchmark["workload"], json.dumps(benchmark["params"], sort_keys=True))


def find(document, like, scenario, engine):
    return next(
        (
            b
            for b in document["benchmarks"]
            if not b.get("control") and work(b) == work(like) and b["scenario"] == scenario and b["engine"] == engine
        ),
        None,
    )


def compared_works(document):
    """The works that a run measured in several scenarios. Only they have ratios that a control pair can check."""
    works = [work(b) for b in document["benchmarks"] if b["samples"] and not b.get("control")]
    return {one for one in works if works.count(one) > 1}


def checks_of(document):
    """The works that control pairs checked, those that differ, and those that were measured too imprecisely."""
    shared = {
        s["engine"]
        for s in document.get("storage", [])
        if s["location"] == "volume" and s["sameDeviceAsHost"] is True
    } & {e["id"] for e in document["engines"] if e["effective"]["vmType"]["value"] == "none"}
    compared = compared_works(document)
    checked, differs, imprecise = set(), set(), set()
    for benchmark in document["benchmarks"]:
        if work(benchmark) not in compared:
            continue
        if benchmark.get("control"):
            twin = find(document, benchmark, benchmark["scenario"], benchmark["engine"])
        elif benchmark["scenario"] == "volume" and benchmark["engine"] in shared:
            twin = find(document, benchmark, "bind", benchmark["engine"])
        else:
            continue
        ratio = ratio_by_rounds(benchmark, twin) if twin else None
        if ratio is None:
            continue
        checked.add(work(benchmark))
        lower, upper = ratio["interval"]
        if lower > 1.02 or upper < 1 / 1.02:
            differs.add(work(benchmark))
        elif upper / lower > 2:
            imprecise.add(work(benchmark))
    return checked, differs, imprecise - differs


def withheld_works(document):
    """The works whose ratios the controls withhold, or None if the run is unreliable."""
    _, differs, imprecise = checks_of(document)
    return None if len(differs) >= 2 else differs | imprecise


def run_ratio(document, row, reference_row):
    """A run's estimate of the ratio of two rows, printed or not, or None if the run withholds it."""
    withheld = withheld_works(document)
    own = find(document, row, row["scenario"], row["engine"])
    reference = find(document, reference_row, reference_row["scenario"], reference_row["engine"])
    if withheld is None or own is None or reference is None or work(own) in withheld:
        return None
    return ratio_by_rounds(own, reference)


def t_interval(logs, width):
    half = stats.t.ppf(0.975, len(logs) - 1) * np.std(logs, ddof=1) * width
    return [float(np.exp(np.mean(logs) - half)), float(np.exp(np.mean(logs) + half))]


def row_figures(part, row, documents):
    places = [row["benchmark"], *row.get("repeats", [])]
    divisor = DIVISORS[part["unit"]]
    values = np.array(
        [v for p in places for v in counted(documents[p["run"]]["benchmarks"][p["benchmark"]])], dtype=float
    ) / divisor
    figures = {
        "median": float(np.median(values)),
        "minimum": float(values.min()),
        "maximum": float(values.max()),
        "n": len(values),
        "ratio": None,
        "ratio_interval": None,
        "next_run": None,
    }
    if row["reference"] is None:
        return figures
    ratios = row_ratios(part, row, documents)
    if len(ratios) == 1 and ratios[0] is not None:
        lower, upper = ratios[0]["interval"]
        if not (lower <= 1 <= upper and upper / lower > 1.5):
            figures["ratio"], figures["ratio_interval"] = ratios[0]["value"], [lower, upper]
    logs = np.log([ratio["value"] for ratio in ratios if ratio is not None])
    if len(logs) >= 3:
        figures["ratio"] = float(np.exp(np.mean(logs)))
        figures["ratio_interval"] = t_interval(logs, 1 / np.sqrt(len(logs)))
        figures["next_run"] = t_interval(logs, np.sqrt(1 + 1 / len(logs)))
    return figures


def row_ratios(part, row, documents):
    """The ratio of a row in each of its runs; None for a run without an estimate."""
    at = lambda place: documents[place["run"]]["benchmarks"][place["benchmark"]]
    own, reference = at(row["benchmark"]), at(part["rows"][row["reference"]]["benchmark"])
    return [run_ratio(documents[place["run"]], own, reference) for place in [row["benchmark"], *row.get("repeats", [])]]


def estimate(ratio):
    """The logarithm of a ratio, its standard error by its rounds, and the number of rounds."""
    lower, upper = np.log(ratio["interval"])
    return np.log(ratio["value"]), (upper - lower) / 2 / stats.t.ppf(0.975, ratio["rounds"] - 1), ratio["rounds"]


def agreements(parts, documents):
    """For each design of several runs: ratios inside the first run's prediction, pairs within 5%, and those expected."""
    designs = {}
    for part in parts:
        for row in part["rows"]:
            if row["reference"] is None or not row.get("repeats"):
                continue
            runs = [place["run"] for place in [row["benchmark"], *row["repeats"]]]
            design = designs.setdefault(runs[0], {"runs": len(runs), "inside": [], "close": [], "expected": []})
            first, *later = [ratio and estimate(ratio) for ratio in row_ratios(part, row, documents)]
            for own in later if first else []:
                if own:
                    t = stats.t.ppf(0.975, min(first[2], own[2]) - 1)
                    design["inside"].append(bool(abs(own[0] - first[0]) <= t * np.hypot(first[1], own[1])))
            known = [one for one in [first, *later] if one]
            for at, a in enumerate(known):
                for b in known[at + 1 :]:
                    design["close"].append(bool(abs(a[0] - b[0]) <= np.log(1.05)))
                    design["expected"].append(1 - 2 * stats.norm.sf(np.log(1.05) / np.hypot(a[1], b[1])))
    return [
        {
            "runs": design["runs"],
            "inside": sum(design["inside"]),
            "of": len(design["inside"]),
            "close": 100 * float(np.mean(design["close"])),
            "expected": 100 * float(np.mean(design["expected"])),
        }
        for design in designs.values()
    ]


def main():
    given = json.load(sys.stdin)
    documents = {hash: json.load(open(path, encoding="utf-8")) for hash, path in given["documents"].items()}
    parts = given["edition"]["parts"]
    checks = [checks_of(document) for document in documents.values()]
    json.dump(
        {
            "parts": {part["code"]: [row_figures(part, row, documents) for row in part["rows"]] for part in parts},
            "agreements": agreements(parts, documents),
            "runs": len(documents),
            "unreliable": sum(len(differs) >= 2 for _, differs, _ in checks),
            "checked": sum(len(checked) for checked, _, _ in checks),
            "withheld": sum(len(differs | imprecise) for _, differs, imprecise in checks),
        },
        sys.stdout,
    )


main()
