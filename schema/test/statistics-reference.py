"""Writes statistics-reference.json: what numpy and scipy say, for the tests of src/statistics.

Run by hand with numpy and scipy installed:  python3 schema/test/statistics-reference.py
The generator is written here a second time, from its published C source.
"""

import itertools
import json
from pathlib import Path

import numpy as np
from scipy import stats

MASK32, MASK64 = 2**32 - 1, 2**64 - 1
SETS = {
    "durations": [3050123456, 3412345678, 3380000001, 2990765432, 3123456789, 9876543210, 3200000000, 3155555555],
    "two values": [1, 2],
    "equal values": [5, 5, 5, 5, 5, 5, 5],
    "mostly equal": [5, 5, 5, 5, 5, 90],
    "far outlier": [10, 11, 12, 10, 9, 11, 10, 100, 12, 8, 11],
    "zeros": [0, 0, 0, 0],
    "rates": [0.4505, 0.4498, 0.4416, 0.4600, 0.4512, 0.4444, 0.4521],
}


def xoshiro(seed, stream):
    def splitmix(state):
        while True:
            state = (state + 0x9E3779B97F4A7C15) & MASK64
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
            yield z ^ (z >> 31)

    halves = splitmix((stream << 32) | seed)
    first, second = next(halves), next(halves)
    s = [first & MASK32, first >> 32, second & MASK32, second >> 32]
    rotl = lambda x, k: ((x << k) | (x >> (32 - k))) & MASK32
    while True:
        yield (rotl((s[1] * 5) & MASK32, 7) * 9) & MASK32
        t = (s[1] << 9) & MASK32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)


def below(generator, bound):
    limit = 2**32 - 2**32 % bound
    return next(value for value in generator if value < limit) % bound


def take(count, seed, stream):
    generator = xoshiro(seed, stream)
    return [next(generator) for _ in range(count)]


def bootstrap(values, reference, seed, stream):
    generator = xoshiro(seed, stream)

    def medians(sample):
        ordered = np.sort(np.array(sample, float))
        n = len(ordered)
        return np.array([np.median(ordered[[below(generator, n) for _ in range(n)]]) for _ in range(2000)])

    above = medians(values)
    return np.quantile(above / medians(reference), [0.025, 0.975]).tolist()


def rank(n):
    ranks = [k for k in range(1, n // 2 + 1) if 1 - 2 * stats.binom.cdf(k - 1, n, 0.5) >= 0.95]
    return max(ranks, default=None)


def describe(values):
    a = np.array(values, float)
    n, mean, sd = len(a), a.mean(), a.std(ddof=1)
    half = stats.t.ppf(0.975, n - 1) * sd / np.sqrt(n)
    mad = stats.median_abs_deviation(a)
    far = np.abs(a - np.median(a)) > 3 * 1.4826 * mad
    k = rank(n)
    ordered = np.sort(a)
    return {
        "values": values,
        "quantiles": [[p, np.quantile(a, p)] for p in (0, 0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975, 1)],
        "mean": mean,
        "standardDeviation": sd,
        "coefficientOfVariation": None if mean == 0 else sd / mean,
        "meanInterval": [mean - half, mean + half],
        "medianInterval": None if k is None else [ordered[k - 1], ordered[n - k]],
        "outliers": [] if mad == 0 else np.flatnonzero(far).tolist(),
    }


def signed_rank(differences):
    every_pattern = stats.PermutationMethod(n_resamples=np.inf)
    return {"differences": differences, "p": stats.wilcoxon(differences, zero_method="wilcox", method=every_pattern).pvalue}


def hodges_lehmann(values, level):
    """The interval by walking the exact signed-rank distribution, counted in whole numbers."""
    n = len(values)
    walsh = sorted((values[i] + values[j]) / 2 for i in range(n) for j in range(i, n))
    counts = [1] + [0] * (n * (n + 1) // 2)
    for size in range(1, n + 1):
        counts = [c + (counts[t - size] if t >= size else 0) for t, c in enumerate(counts)]
    k = max((k for k in range(1, len(walsh) // 2 + 1) if 2 * sum(counts[:k]) / 2**n <= 1 - level), default=None)
    interval = None if k is None else [walsh[k - 1], walsh[-k]]
    return {"values": values, "level": level, "estimate": np.median(walsh), "interval": interval}


def aligned_rank(base, head):
    """Midranks by scipy; every sign pattern is tried."""
    n = len(base)
    starts = [max(0, min(i - 5, n - 11)) for i in range(n)]
    level = np.array([np.median([*base[start : start + 11], *head[start : start + 11]]) for start in starts])
    ranks = stats.rankdata(np.concatenate([base - level, head - level]))
    scores = ranks[n:] - ranks[:n]
    sums = [abs(np.dot(signs, scores)) for signs in itertools.product((-1, 1), repeat=n)]
    return {"base": base.tolist(), "head": head.tolist(), "scores": scores.tolist(), "p": np.mean(np.array(sums) >= abs(scores.sum()))}


def welch(first, second):
    return {"first": first, "second": second, "p": stats.ttest_ind(first, second, equal_var=False).pvalue}


def binomial(hits, of):
    return [hits, of, [*stats.binomtest(hits, of).proportion_ci(0.95, "exact")]]


noise = np.random.default_rng(1)
for count in (3, 6, 10, 51, 200):
    SETS[f"lognormal {count}"] = [int(v) for v in noise.lognormal(21.8, 0.1, count)]
PAIRS = [("durations", "far outlier"), ("lognormal 3", "lognormal 6"), ("lognormal 10", "lognormal 51"), ("rates", "durations")]
LOOKS = {n: np.random.default_rng(n).normal(0.05, 0.1, (2, n)).round(6).tolist() for n in (2, 7, 10, 14)}
DEGREES = [1, 2, 3, 4, 5, 7, 9, 10, 14, 19, 20, 29, 30, 49, 50, 99, 100, 199, 999, 9999, 100000]

reference = {
    "sets": {name: describe(values) for name, values in SETS.items()},
    "tQuantiles": [[p, d, stats.t.ppf(p, d)] for d in DEGREES for p in (0.6, 0.9, 0.95, 0.975, 0.995, 0.9995)],
    "medianRanks": [[n, rank(n)] for n in [*range(1, 61), 99, 100, 500, 1074, 1075, 2001, 10000]],
    "generator": [{"seed": s, "stream": t, "values": take(8, s, t)} for s, t in [(0, 0), (1, 0), (42, 1), (MASK32, MASK32)]],
    "ratioIntervals": [
        {"values": a, "reference": b, "seed": 42, "stream": i, "interval": bootstrap(SETS[a], SETS[b], 42, i)}
        for i, (a, b) in enumerate(PAIRS)
    ],
    "signedRanks": {
        "no ties": signed_rank([0.4, -0.1, 0.7, 1.1, -0.3, 0.9, 0.2]),
        "ties": signed_rank([1, -1, 2, 2, -2, 3, 3, 3, -1, 5]),
        "ties and zeros": signed_rank([0, 1, -1, 2, 0, 2, 3, 3, -1, 4, 0]),
        "all on one side": signed_rank(list(range(1, 13))),
        "as many on both": signed_rank([1, -1, 2, -2]),
    },
    "hodgesLehmann": [
        hodges_lehmann(LOOKS[n][0], level) for n, level in [(2, 0.5), (7, 0.95), (7, 0.99), (10, 0.9683), (14, 0.9683), (14, 0.9998)]
    ],
    "alignedRanks": {
        **{f"{n} rounds": aligned_rank(*np.array(LOOKS[n])) for n in (2, 7, 10, 14)},
        "ties": aligned_rank(np.array([5, 6, 5, 7, 5, 6, 8, 5, 5, 6, 7, 9]), np.array([6, 6, 7, 7, 6, 6, 9, 5, 7, 8, 7, 9])),
        "all equal": aligned_rank(np.array([3, 3, 3]), np.array([3, 3, 3])),
        "drift": aligned_rank(np.arange(12) ** 2 + 0.3, np.arange(12) ** 2 + np.array([0.9, 0.1] * 6)),
    },
    "welch": [welch(SETS["lognormal 10"], SETS["lognormal 51"]), welch([1, 2], [5, 9, 4]), welch(LOOKS[14][0], LOOKS[14][1])],
    "binomialIntervals": [binomial(*of) for of in [(0, 10), (10, 10), (1, 2000), (20, 2000), (1790, 2000), (23456, 24000)]],
    "normalTails": [[z, stats.norm.sf(z)] for z in (-9, -2, 0, 0.001, 0.5, 1, 1.96, 2.999, 3, 3.001, 5, 12, 37)],
}
out = Path(__file__).with_name("statistics-reference.json")
sections = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in reference.items()]
out.write_text("{\n" + ",\n".join(sections) + "\n}\n")
