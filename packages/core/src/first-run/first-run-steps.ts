/** Events of a platform from its first network to its first paid conversion, in their usual order. */
export const firstRunSteps = ['network', 'offers', 'app', 'click', 'postback', 'callback'] as const
export type FirstRunStep = (typeof firstRunSteps)[number]

/** A step and those that it needs. */
export function stepsUpTo(step: FirstRunStep): readonly FirstRunStep[] {
  return firstRunSteps.slice(0, firstRunSteps.indexOf(step) + 1)
}
