import type { Column } from './column.ts'

interface CardListProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
}

/** Name and state on the first line, facts on the second; a fact without a value is left out. */
export function CardList<Row>({ caption, columns, rows, keyOf }: CardListProps<Row>) {
  const main = columns.find(({ card }) => card === 'main') ?? columns[0]
  const status = columns.find(({ card }) => card === 'status')
  const facts = columns.filter((column) => column !== main && column !== status && column.card !== 'none')
  return (
    <ul className="cards" aria-label={caption}>
      {rows === undefined
        ? // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never move
          Array.from({ length: 8 }, (_, index) => <li key={index} className="ghost" />)
        : rows.map((row) => (
            <li key={keyOf(row)}>
              <div className="card-line">
                <div className="grow">{main?.cell(row)}</div>
                {status?.cell(row)}
              </div>
              <dl className="card-facts">
                {facts
                  .map(({ name, head, cell }) => ({ name, head, value: cell(row) }))
                  .filter(({ value }) => value !== '')
                  .map(({ name, head, value }) => (
                    <div key={name}>
                      <dt>{head}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
              </dl>
            </li>
          ))}
    </ul>
  )
}
