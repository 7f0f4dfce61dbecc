import { camelName } from '@quoin/core/offers/row/field.ts'
import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'
import type { OfferColumn } from '@quoin/core/offers/offer-fields.ts'
import type { RowProblem } from '@quoin/core/offers/row-problem.ts'

/** Cells of one offer as a row of a file has them; those that are left out stay. */
export type OfferCells = Readonly<Partial<Record<OfferColumn, unknown>>>

/** The cells of a body in camelCase, whose goals and prices are too. */
export function cellsOf(body: Readonly<Record<string, unknown>>): OfferCells {
  return underOurNames(body) as OfferCells // other names are not read
}

function underOurNames(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(underOurNames)
  if (typeof given !== 'object' || given === null) return given
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [columnOf(name), underOurNames(value)]))
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Problems of a row, each at the name under which a body has it: `goals.2.payout`. */
export function problemsOf(problems: readonly RowProblem[]): readonly FieldProblem[] {
  return problems.map(({ field, message, at }) => {
    if (at === undefined) return { field: camelName(field), rule: 'format', message }
    const member = at.member === null ? [] : [camelName(at.member)]
    return { field: [field, at.row, ...member].join('.'), rule: 'format', message: at.message }
  })
}

export function refuseOffer(problems: readonly RowProblem[]): never {
  throw invalidFields(problemsOf(problems))
}
