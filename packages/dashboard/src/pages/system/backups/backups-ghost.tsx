/** The place of the answer while it is on its way, as high as it will be. */
export function BackupsGhost() {
  return (
    <div className="backups" aria-busy="true">
      <p className="sr" role="status">
        Loading the backups…
      </p>
      <div className="backups-ghost is-verdict" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="backups-ghost is-facts" aria-hidden="true">
        <i />
        <i />
      </div>
      <div className="card backups-ghost is-axes" aria-hidden="true">
        <i />
        <i />
      </div>
      <div className="backups-columns" aria-hidden="true">
        <GhostCard rows={14} />
        <GhostCard rows={11} />
      </div>
    </div>
  )
}

function GhostCard({ rows }: { readonly rows: number }) {
  return (
    <div className="card backups-ghost is-rows">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <i key={index} />
      ))}
    </div>
  )
}
