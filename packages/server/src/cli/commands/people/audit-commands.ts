import { Command } from 'commander'
import type { AuditFilter } from '../../../store/audit/audit.ts'
import { runCommand } from '../../open-command.ts'
import { numberFrom, wholeNumber } from '../../options.ts'

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
  return audit
}
