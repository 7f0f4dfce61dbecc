import type { Attributes } from './attributes.ts'
import { type OperatingSystem, systemsOfGpu } from './operating-system.ts'

const namesPhone = /^(?:ios|ipados|iphone|ipad)/i

/**
 * Whether the submission is that of a build of which so many machines draw and say the same that strangers have one
 * hash: iPhones and iPads. Each of its User-Agents must say so, and what else it says must fit: a claim that is
 * contradicted excuses nobody.
 */
export function isCommonBuild(
  { system, hintedSystem, gpu }: Pick<Attributes, 'system' | 'hintedSystem' | 'gpu'>,
  systems: readonly OperatingSystem[],
): boolean {
  const words = [system, hintedSystem].filter((word) => word !== undefined)
  const isNamed = systems.length > 0 || words.length > 0
  const fitsGpu = systemsOfGpu(gpu)?.includes('ios') ?? true
  return (
    isNamed &&
    fitsGpu &&
    systems.every((one) => one === 'ios') &&
    words.every((word) => namesPhone.test(word))
  )
}
