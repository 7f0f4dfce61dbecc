import { type Attributes, readAttributes } from './attributes.ts'
import { systemOfUserAgent, systemsOfGpu, systemsOfPlatform, systemsOfWord } from './operating-system.ts'
import { isSoftwareRenderer } from './software-renderer.ts'

interface Observed {
  /** As it was seen or passed on, beside those in the data. */
  readonly userAgent: string | undefined
  readonly isBot: (userAgent: string) => boolean
}

/**
 * A digest of what a submission says of its machine, as far as that does not change by itself: the families of system
 * and graphics, kind of device, touch, clock and automation. Screen and zoom, versions, names that a privacy browser draws anew and
 * whatever no signal reads are left out.
 */
export function variantOf(data: unknown, { userAgent, isBot }: Observed): number {
  const readings = readAttributes(data)
  const agents = [...(readings[0].userAgents ?? []), ...(userAgent === undefined ? [] : [userAgent])]
  const ofAgents = agents.map((agent) => `${systemOfUserAgent(agent)} ${isBot(agent)}`)
  return digestOf([namesOf(ofAgents), namesOf(readings.map(lastingOf))].join('|'))
}

function lastingOf(reading: Attributes): string {
  const { system, hintedSystem, isMobileHinted, platform, gpu, touchPointsMax, timezone, isAutomated } =
    reading
  const families = [
    systemsOfWord(system),
    systemsOfWord(hintedSystem),
    systemsOfPlatform(platform),
    systemsOfGpu(gpu),
  ]
  const facts = [
    ...families.map((family) => family?.join(' ')),
    ...[isMobileHinted, gpu && isSoftwareRenderer(gpu), timezone, isAutomated],
    touchPointsMax === undefined ? undefined : touchPointsMax > 0,
  ]
  return facts.map((fact) => String(fact ?? '')).join(';')
}

function namesOf(texts: readonly string[]): string {
  return [...new Set(texts)].sort().join('+')
}

/** FNV-1a: two variants in four thousand million have one digest, and then count as one. */
function digestOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
