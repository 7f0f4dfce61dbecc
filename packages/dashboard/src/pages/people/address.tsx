import { StatusChip } from '../../parts/value/status-chip.tsx'

/** An e-mail address, and that it is only claimed, where nobody has proven it. */
export function Address({ email, isConfirmed }: { readonly email: string; readonly isConfirmed: boolean }) {
  return (
    <span className="row wrap">
      <bdi>{email}</bdi>
      {!isConfirmed && <StatusChip status="Unconfirmed" />}
    </span>
  )
}
