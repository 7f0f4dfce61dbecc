import { camelName } from '@quoin/core/offers/row/field.ts'
import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'
import type { OfferColumn } from '@quoin/core/offers/offer-fields.ts'
import type { RowProblem } from '@quoin/core/offers/offer-row.ts'

/** Cells of one offer as a row of a file has them; those that are left out stay. */
export type OfferCells = Readonly<Partial<Record<OfferColumn, unknown>>>

/** The cells of a body in camelCase, whose goals are too. */
export function cellsOf(body: Readonly<Record<string, unknown>>): OfferCells {
  const { goals } = body
  const listed = Array.isArray(goals) ? { goals: goals.map(underOurNames) } : {}
  return { ...underOurNames(body), ...listed } // other names are not read
}

function underOurNames(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) return { goal: given }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [columnOf(name), value]))
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Problems of a row, each at the name under which a body has it: `goals.2.payout`. */
export function problemsOf(problems: readonly RowProblem[]): readonly FieldProblem[] {
  return problems.map(({ field, message, at }) => {
    if (at === undefined) return { field: camelName(field), rule: 'format', message }
    const member = at.member === null ? [] : [camelName(at.member)]
    return { field: [field, at.goal, ...member].join('.'), rule: 'format', message: at.message }
  })
}

export function refuseOffer(problems: readonly RowProblem[]): never {
  throw invalidFields(problemsOf(problems))
}
