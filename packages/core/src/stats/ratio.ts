const millionths = 1_000_000n

/**
 * A share or an amount per piece, in whole millionths, half away from zero: what a figure with six decimals is made of.
 * Undefined where there is nothing to divide by.
 */
export function ratioMicros(part: bigint, whole: bigint): bigint | undefined {
  return divide(part * millionths, whole)
}

/** An amount in micros for each of `count`, in micros. */
export function perPieceMicros(micros: bigint, count: bigint): bigint | undefined {
  return divide(micros, count)
}

function divide(part: bigint, whole: bigint): bigint | undefined {
  if (whole <= 0n) return undefined
  const size = part < 0n ? -part : part
  const rounded = (size * 2n + whole) / (whole * 2n)
  return part < 0n ? -rounded : rounded
}
