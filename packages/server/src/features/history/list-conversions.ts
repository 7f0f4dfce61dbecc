import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { Ports } from '../../ports/ports.ts'
import { type ListQuestion, type Page, pageOf, readQuestion } from './list-page.ts'

interface ConversionQuestion extends ListQuestion {
  readonly status?: string | undefined
  readonly reason?: string | undefined
}

/** Conversions of all apps by what an operator asks for, the last to be known first. */
export async function listConversions(
  ports: Pick<Ports, 'db' | 'store'>,
  question: ConversionQuestion,
): Promise<Page<Conversion>> {
  const { status = null, reason = null } = question
  const filter = { ...(await readQuestion(ports, question)), status, reason }
  const rows = await ports.store.operatorLists.listConversions(ports.db, filter)
  return pageOf(rows, question.limit, ({ id }) => id)
}
