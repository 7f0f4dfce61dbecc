import { dayMs } from '../time/durations.ts'

/** One way in which a user has described a device: a digest of what does not change by itself. */
export interface DataVariant {
  /** Unsigned, of 32 bits. */
  readonly digest: number
  /** When it was last noted. */
  readonly seenAtMs: number
}

/** More are not told apart: whoever describes one device in ten ways does not mean one. */
export const dataVariantsMax = 10
const countedForMs = dayMs

/** The variants after a submission, the latest last; the one that was noted longest ago gives way. */
export function noteVariant(
  known: readonly DataVariant[],
  { digest, seenAtMs }: DataVariant,
): readonly DataVariant[] {
  const before = known.find((one) => one.digest === digest)?.seenAtMs ?? seenAtMs
  return [...known.filter((one) => one.digest !== digest), { digest, seenAtMs: Math.max(before, seenAtMs) }]
    .sort((a, b) => a.seenAtMs - b.seenAtMs)
    .slice(-dataVariantsMax)
}

/** How many of them were noted within a day before. */
export function countVariants(known: readonly DataVariant[], nowMs: number): number {
  let found = 0
  for (const { seenAtMs } of known) if (seenAtMs > nowMs - countedForMs) found += 1
  return found
}
