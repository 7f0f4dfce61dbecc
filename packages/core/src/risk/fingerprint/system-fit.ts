import type { OperatingSystem } from './operating-system.ts'

/** The systems that a fact fits; undefined when it says nothing. */
export type SystemFit = readonly OperatingSystem[] | undefined

/**
 * 1 when a User-Agent names a system that one of the facts does not fit; undefined when there is nothing to
 * compare.
 */
export function mismatchShare(
  systems: readonly OperatingSystem[],
  ...fits: readonly SystemFit[]
): number | undefined {
  const known = fits.filter((fit) => fit !== undefined)
  if (known.length === 0 || systems.length === 0) return undefined
  return Number(systems.some((system) => known.some((fit) => !fit.includes(system))))
}

export function describeMismatch(systems: readonly OperatingSystem[], what: string, fit: SystemFit): string {
  const fitting = fit?.join(' or ') ?? 'an unknown system'
  return `a User-Agent of ${systems.join(' and ')}, but ${what} of ${fitting}`
}
