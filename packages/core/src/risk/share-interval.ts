/** Two standard deviations on either side: nineteen of twenty such intervals hold the true share. */
const z = 1.96

/**
 * Where the true share lies by so many cases, as Wilson has it: of two cases both of which were lost, between a third
 * and all.
 */
export function shareInterval(hits: number, cases: number): readonly [from: number, to: number] {
  if (cases === 0) return [0, 1]
  const share = hits / cases
  const middle = (share + (z * z) / (2 * cases)) / (1 + (z * z) / cases)
  const half =
    (z * Math.sqrt((share * (1 - share)) / cases + (z * z) / (4 * cases * cases))) / (1 + (z * z) / cases)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
