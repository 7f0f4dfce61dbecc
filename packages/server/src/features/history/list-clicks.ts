import type { Click } from '@quoin/core/tracking/click.ts'
import type { Ports } from '../../ports/ports.ts'
import { type ListQuestion, type Page, pageOf, readQuestion } from './list-page.ts'

interface ClickQuestion extends ListQuestion {
  readonly verdict?: string | undefined
  readonly outcome?: string | undefined
  readonly reason?: string | undefined
}

/** Clicks of all apps by what an operator asks for, newest first. */
export async function listClicks(
  ports: Pick<Ports, 'db' | 'store'>,
  question: ClickQuestion,
): Promise<Page<Click>> {
  const { verdict = null, outcome = null, reason = null } = question
  const filter = { ...(await readQuestion(ports, question)), verdict, outcome, reason }
  const rows = await ports.store.operatorLists.listClicks(ports.db, filter)
  return pageOf(rows, question.limit, ({ id }) => id)
}
