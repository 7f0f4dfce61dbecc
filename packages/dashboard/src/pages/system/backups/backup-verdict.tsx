import { Fragment } from 'react'
import { BackUpButton } from './back-up-button.tsx'
import { BackupChip } from './backup-chip.tsx'
import type { BackupReport } from './backup-report.ts'
import type { Sentence } from './tell-loss.ts'
import { verdictOf } from './verdict-of.ts'
import './backup-verdict.css'

interface BackupVerdictProps {
  readonly report: BackupReport
  readonly nowSec: number
}

/** The answer of the page: whether the data are safe, and what would be lost if not. */
export function BackupVerdictHead({ report, nowSec }: BackupVerdictProps) {
  const { tone, word, title, sentences, note } = verdictOf(report, nowSec)
  return (
    <section className="backups-verdict" aria-label="How the backups stand">
      <div className="grow">
        <BackupChip tone={tone} word={word} />
        <h2>
          {keepUnits(title)
            .split(/(?<=\.) /)
            .map((sentence) => (
              <Fragment key={sentence}>
                <span>{sentence}</span>{' '}
              </Fragment>
            ))}
        </h2>
        {sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has its place
          <p key={index}>
            <Told sentence={sentence} />
          </p>
        ))}
        {note !== '' && <p className="backups-note xs num">{note}</p>}
      </div>
      {report.schedule !== null && <BackUpButton report={report} nowSec={nowSec} />}
    </section>
  )
}

/** A number stands on the line of its unit. */
function keepUnits(text: string): string {
  return text.replaceAll(/(\d) (d|h|min|s)\b/g, '$1\u00a0$2')
}

function Told({ sentence }: { readonly sentence: Sentence }) {
  return sentence.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move
    <Fragment key={index}>{typeof piece === 'string' ? piece : <b>{piece.strong}</b>}</Fragment>
  ))
}
