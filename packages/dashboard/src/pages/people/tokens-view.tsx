import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { OnceShown } from './once-shown.tsx'
import './door.css'

interface Token {
  readonly id: string
  readonly name: string
  readonly masked: string
  readonly role: string
  readonly last_used_at: number | null
  readonly expires_at: number | null
}

interface TokenDraft {
  readonly name: string
  readonly role: string
  readonly expiresInDays?: number
}

interface TokensViewProps {
  /** A sentence about the tokens' purpose. */
  readonly lead: ReactNode
  readonly rows: readonly Token[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly roles: readonly { readonly value: string; readonly label: string }[]
  readonly onRevoke: (tokenId: string) => Promise<unknown>
  /** Makes a token and answers it, this once. */
  readonly onMake: (draft: TokenDraft) => Promise<string>
}

/** Tokens of programs: made, shown once, listed, revoked. */
export function TokensView({ lead, rows, error, onRetry, roles, onRevoke, onMake }: TokensViewProps) {
  const roleWord = (role: string) =>
    roles.find(({ value }) => value === role)?.label.replace(/:.*/, '') ?? role
  const columns: readonly Column<Token>[] = [
    { name: 'name', head: 'Name', card: 'main', cell: ({ name }) => <bdi>{name}</bdi> },
    { name: 'masked', head: 'Token', cell: ({ masked }) => <code>{masked}</code> },
    { name: 'role', head: 'Role', cell: ({ role }) => roleWord(role) },
    { name: 'used', head: 'Last used', cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
    {
      name: 'expires',
      head: 'Ends',
      cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Moment at={expires_at} as="moment" />),
    },
    {
      name: 'revoke',
      head: <span className="faint">Revoke</span>,
      card: 'status',
      cell: ({ id, name }) => (
        <ConfirmButton
          verb={`Revoke ${name}`}
          label="Revoke…"
          isDestructive
          button={{ size: 'xs' }}
          onConfirm={async () => {
            await onRevoke(id)
            toast('The token is revoked.')
          }}
        >
          Programs that use it are refused at once.
        </ConfirmButton>
      ),
    },
  ]
  return (
    <>
      <PageHeader title="Tokens">{lead}</PageHeader>
      <div className="settings-stack">
        <NewToken roles={roles} onMake={onMake} />
        <section className="card">
          <DataTable
            caption="Tokens"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            error={error}
            onRetry={onRetry}
            empty={
              <EmptyState icon="key" title="No token yet">
                A token lets a program do what its role may do.
              </EmptyState>
            }
          />
        </section>
      </div>
    </>
  )
}

function NewToken({ roles, onMake }: Pick<TokensViewProps, 'roles' | 'onMake'>) {
  const [name, setName] = useState('')
  const [role, setRole] = useState('analyst')
  const [days, setDays] = useState('90')
  const [token, setToken] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    setError(null)
    try {
      setToken(await onMake({ name, role, ...(days === '' ? {} : { expiresInDays: Number(days) }) }))
    } catch (reason) {
      setError(reason)
    } finally {
      setPending(false)
    }
  }
  if (token !== undefined)
    return (
      <section className="card settings-card">
        <h2>
          The token <bdi>{name}</bdi>
        </h2>
        <OnceShown
          value={token}
          label="Token"
          note="Copy it now. We do not keep it and cannot show it again."
          onStored={() => {
            setToken(undefined)
            setName('')
          }}
        />
      </section>
    )
  return (
    <section className="card settings-card">
      <h2>New token</h2>
      <form onSubmit={submit}>
        <TextInput
          label="What it is for"
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          data={[...roles]}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <NativeSelect
          label="Ends after"
          data={[
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
            { value: '365', label: 'A year' },
            { value: '', label: 'Never' },
          ]}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        {error !== null && <Failure what="No token was made" error={error} />}
        <div>
          <Button type="submit" variant="filled" loading={isPending}>
            Make the token
          </Button>
        </div>
      </form>
    </section>
  )
}
