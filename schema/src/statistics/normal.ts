/**
 * The limit between two methods. From this value on, the continued fraction converges in few steps, and ½ minus the
 * series would lose digits.
 */
const FAR = 3
const STEPS = 100

/**
 * P(Z > z) of a standard normal Z, to about twelve significant digits. Near 0 it uses the series of DLMF 7.6.2, and in
 * the tail the continued fraction of DLMF 7.9.2.
 */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (density === 0) return 0
  return z < FAR ? 0.5 - density * series(z) : density / continuedFraction(z)
}

/** z + z³ ÷ (1 · 3) + z⁵ ÷ (1 · 3 · 5) + … */
function series(z: number): number {
  let term = z
  let sum = z
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return sum
}

/** z + 1/(z + 2/(z + 3/(z + …))), from the inside out. */
function continuedFraction(z: number): number {
  let value = z
  for (let step = STEPS; step >= 1; step--) value = z + step / value
  return value
}
