import { formatFigure } from '../part-figure.ts'
import type { BackupReport } from './backup-report.ts'
import { CommandBox } from './command-box.tsx'

const settings = `BACKUP_TO=/mnt/backups/quoin
BACKUP_EVERY=6h
BACKUP_PASSPHRASE=…`

/** The way to backups where nothing is set. */
export function NoBackups({ report }: { readonly report: BackupReport }) {
  return report.database === 'own' ? <OwnDatabase /> : <FirstSteps bytes={report.database_bytes} />
}

function FirstSteps({ bytes }: { readonly bytes: number }) {
  return (
    <section className="card backups-empty" aria-label="How backups are begun">
      <ol className="backups-steps">
        <li>
          <h3>Say where to, and choose a passphrase</h3>
          <CommandBox text={settings} name="the settings">
            BACKUP_TO=/mnt/backups/quoin <Remark>a folder on another disk, or s3://bucket/prefix</Remark>
            {'\n'}BACKUP_EVERY=6h{'\n'}BACKUP_PASSPHRASE=… <Remark>12 characters or more</Remark>
          </CommandBox>
          <p>
            The secrets are sealed with the passphrase. Nobody can restore a backup without it, not even you:
            keep a copy outside of this machine.
          </p>
        </li>
        <li>
          <h3>Start Quoin again</h3>
          <p>
            The first backup is made while Quoin serves. The database is {formatFigure(bytes, 'bytes')}; a
            backup takes about a quarter of that.
          </p>
        </li>
        <li>
          <h3>Or back up once, by hand</h3>
          <CommandBox text="npm run -s quoin -- backup /mnt/backups/quoin" name="the command" />
          <p>
            With <code>BACKUP_PASSPHRASE</code> in its environment.
          </p>
        </li>
      </ol>
      <a className="sm" href="/docs/back-up">
        Back up and restore, in full
      </a>
    </section>
  )
}

function Remark({ children }: { readonly children: string }) {
  return <span className="muted"> # {children}</span>
}

function OwnDatabase() {
  return (
    <section className="card backups-empty" aria-label="Backups of your own database">
      <p>
        Its usual means restore any moment: base backups with archived WAL, or the recovery of a managed
        service. Beside them, this command copies all rows and the secret while Quoin serves, and{' '}
        <code>restore</code> brings them into any PostgreSQL.
      </p>
      <CommandBox text="npm run -s quoin -- backup /mnt/backups/quoin" name="the command" />
      <p>
        With <code>BACKUP_PASSPHRASE</code> in its environment. Keep <code>QUOIN_SECRET</code> in a safe of
        its own, too: what was sealed with it opens only with it.
      </p>
      <p>
        <a href="/docs/back-up#your-own-database">Back up your own database</a>
      </p>
    </section>
  )
}
