/**
 * The regularized incomplete beta function I_x(a, b), for 0 ≤ x ≤ 1 and a, b > 0. It is computed by the continued
 * fraction of DLMF 8.17.22, on the side of the mean where the fraction converges quickly.
 */
export function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a)
  const logFactor = a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)
  return Math.exp(logFactor) / (a * continuedFraction(x, a, b))
}

/** 1 + d₁/(1 + d₂/(1 + …)), evaluated forwards by the modified Lentz method. */
function continuedFraction(x: number, a: number, b: number): number {
  let value = 1
  let c = 1
  let d = 0
  for (let n = 1; n <= 10_000; n++) {
    const term = coefficient(n, x, a, b)
    d = 1 / (1 + term * d)
    c = 1 + term / c
    value *= c * d
    if (Math.abs(c * d - 1) < Number.EPSILON) break
  }
  return value
}

function coefficient(n: number, x: number, a: number, b: number): number {
  const m = Math.floor(n / 2)
  const scale = (a + n - 1) * (a + n)
  return n % 2 === 0 ? (m * (b - m) * x) / scale : (-(a + m) * (a + b + m) * x) / scale
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** ln Γ(x) for x > 0. It is computed by Stirling's series (DLMF 5.11.1), after the recurrence has moved x above 10. */
function logGamma(x: number): number {
  let shift = 0
  let z = x
  for (; z < 10; z++) shift += Math.log(z)
  const w = 1 / (z * z)
  const series = 1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - (w * 691) / 360360))))
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series / z - shift
}
