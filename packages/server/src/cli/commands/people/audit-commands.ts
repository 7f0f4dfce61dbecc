import { Command } from 'commander'
import { writeLines } from '../../../adapters/list-file.ts'
import type { AuditFilter } from '../../../store/audit/audit.ts'
import type { Ports } from '../../../ports/ports.ts'
import { runCommand } from '../../open-command.ts'
import { numberFrom, wholeNumber } from '../../options.ts'

const pageMax = 1_000

/** `quoin audit …` */
export function auditCommands(): Command {
  const audit = new Command('audit')
  audit
    .command('list')
    .description('list changes by operators and commands, newest first')
    .option('--action <action>', 'such as list_entry.added; the beginning will do')
    .option('--object <object>', 'such as list_entry:7')
    .option('--actor <name>', 'those of one actor')
    .option('--before <id>', 'the last id of the page before', wholeNumber)
    .option('--limit <n>', 'how many', numberFrom(1, 1_000), 100)
    .action((filter: AuditFilter) => runCommand(({ db, store }) => store.audit.listAudit(db, filter)))
  audit
    .command('export')
    .argument('<file>', 'where the lines go; only its owner may read it')
    .description('write every change to a file, as JSON lines, oldest first')
    .option(
      '--after <id>',
      'only changes behind this id, such as the last one of the export before',
      wholeNumber,
      0,
    )
    .action((file: string, { after }: { after: number }) =>
      runCommand(async (ports) => ({
        written: file,
        changes: await writeLines(file, auditLines(ports, after)),
      })),
    )
  return audit
}

/** A page in memory at a time. */
async function* auditLines(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  firstId: number,
): AsyncGenerator<string, void, undefined> {
  const upToId = await store.audit.findSettledAuditId(db)
  for (let afterId = firstId; ; ) {
    const rows = await store.audit.listAuditAfter(db, { afterId, upToId, limit: pageMax })
    for (const { happenedAtMs, ...row } of rows)
      yield `${JSON.stringify({ ...row, happenedAt: new Date(happenedAtMs).toISOString() })}\n`
    const last = rows.at(-1)
    if (last === undefined) return
    afterId = last.id
  }
}
