import type { ClickAgents } from '../../packages/server/src/ports/ports.ts'

/** Every User-Agent stands in its click. */
export const noClickAgents: ClickAgents = { idOf: () => 0 }
