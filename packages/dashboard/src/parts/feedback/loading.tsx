import './loading.css'

interface LoadingProps {
  /** The things that come, for readers of screens. */
  readonly what?: string
  /** It stands in a card already. */
  readonly isInCard?: boolean
}

/** The place of what is on its way, about as high as it will be; readers of screens are told what comes. */
export function Loading({ what, isInCard = false }: LoadingProps) {
  return (
    <div className="stack" aria-busy="true">
      <p className="sr" role="status">
        Loading{what === undefined ? '' : ` ${what}`}…
      </p>
      {Array.from({ length: isInCard ? 1 : 2 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={isInCard ? 'loading-card' : 'card loading-card'} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
