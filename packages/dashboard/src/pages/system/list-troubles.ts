import type { DataOf } from '../../api/operation-types.ts'
import { formatSpan } from '../../format/format-time.ts'
import { formatFigure, type SystemPart } from './part-figure.ts'

export interface Trouble {
  readonly name: string
  readonly state: SystemPart['state']
  readonly title: string
  readonly figure: string
  readonly sentence: string
}

/** The parts and works that a person is to look at, the worst first. */
export function listTroubles({ parts, works }: DataOf<'getSystem'>): readonly Trouble[] {
  const late = works.filter((work) => work.is_late).map(tellLate)
  const broken = parts.filter(({ state }) => state === 'broken').map(tellPart)
  const odd = parts.filter(({ state }) => state === 'warning').map(tellPart)
  return [...broken, ...late, ...odd]
}

function tellPart({ part, state, title, value, limit, unit, detail }: SystemPart): Trouble {
  const of = limit === null || value === null ? '' : ` of ${formatFigure(limit, unit)}`
  const figure = value === null ? '' : `${formatFigure(value, unit)}${of}`
  return { name: part, state, title, figure, sentence: detail }
}

function tellLate(work: DataOf<'getSystem'>['works'][number]): Trouble {
  const { work: name, title, purpose, age_seconds: ageSec, succeeded_at: at } = work
  const figure = at === null ? `not once in ${formatSpan(ageSec)}` : `last ${formatSpan(ageSec)} ago`
  return { name: `work ${name}`, state: 'broken', title: `${title}: late`, figure, sentence: purpose }
}
