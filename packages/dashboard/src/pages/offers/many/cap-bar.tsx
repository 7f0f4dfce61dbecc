import { formatCount } from '../../../format/format-number.ts'

interface CapBarProps {
  readonly cap: number | null
  readonly used: number
}

/** How much of its daily cap an offer has used today. */
export function CapBar({ cap, used }: CapBarProps) {
  if (cap === null) return <span className="muted">no cap</span>
  return (
    <span className="cap-today">
      <span className="num">
        {formatCount(used)} of {formatCount(cap)}
      </span>
      <span className="cap-track" data-full={used >= cap || undefined}>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.min(100, (used / Math.max(1, cap)) * 100)} height="4" />
        </svg>
      </span>
    </span>
  )
}
