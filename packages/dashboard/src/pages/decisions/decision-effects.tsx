import { formatMoney } from '../../format/format-money.ts'
import { formatMany } from '../../format/format-number.ts'
import { formatMoment } from '../../format/format-time.ts'
import { Icon } from '../../parts/value/icon.tsx'
import type { SummedEffects } from './summed-effects.ts'

/** Whom it is about: one conversion names them, many do not. */
export interface Parties {
  readonly publisher: string
  readonly network: string
}

/** The entries, callbacks and caps of a decision, before it is made. */
export function DecisionEffects({
  effects,
  parties,
  count,
}: {
  readonly effects: SummedEffects
  readonly parties: Parties
  readonly count: number
}) {
  const { payable, margin, receivable, withheld, paidOut, caps, callbacks, held, releaseAt } = effects
  const isBooked = payable !== 0 || margin !== 0 || receivable !== 0
  return (
    <>
      <h3>Books</h3>
      {isBooked ? (
        <table className="decision-books">
          <tbody>
            <Entry name={`Owed to ${parties.publisher}`} micros={payable} />
            <Entry name="Margin" micros={margin} />
            <Entry name={`Owed by ${parties.network}`} micros={receivable} />
          </tbody>
        </table>
      ) : (
        <p className="sm">Nothing is booked{held > 0 && releaseAt !== null ? ' yet' : ''}.</p>
      )}
      {held > 0 && releaseAt !== null && (
        <p className="decision-note">
          {count === 1 ? 'It is' : `${formatMany(held, 'conversion')} are`} held until{' '}
          {formatMoment(releaseAt, Date.now() / 1000)}, then booked and told.
        </p>
      )}
      {withheld > 0 && (
        <p className="decision-note">
          {parties.network.replace(/^[a-z]/, (letter) => letter.toUpperCase())} still{' '}
          {count === 1 ? 'says' : 'say'} approved, and {count === 1 ? 'goes' : 'go'} on owing{' '}
          {formatMoney(String(withheld / 1e6), { currency: 'USD' })}: all of it is margin until it is taken
          back there as well.
        </p>
      )}
      {paidOut > 0 && (
        <p className="decision-note">
          {count === 1 ? 'It was' : `${formatMany(paidOut, 'conversion')} were`} paid out already: the amount
          comes off the next payment, or becomes a debt.
        </p>
      )}
      <h3>Sends</h3>
      {callbacks.size === 0 ? (
        <p className="sm">Nobody is called back.</p>
      ) : (
        <ul className="decision-sends sm">
          {[...callbacks].map(([event, sent]) => (
            <li key={event}>
              <Icon name="callback" size={14} /> {sent === 1 ? 'Callback' : formatMany(sent, 'callback')}{' '}
              <b>{event.replace('conversion.', '')}</b> to {parties.publisher}
            </li>
          ))}
        </ul>
      )}
      {caps > 0 && (
        <p className="sm muted">Caps count it anew{count === 1 ? '' : `, for ${caps} of them`}.</p>
      )}
    </>
  )
}

function Entry({ name, micros }: { readonly name: string; readonly micros: number }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td className={micros < 0 ? 'n neg' : 'n'}>
        {micros === 0 ? 'stays' : formatMoney(String(micros / 1e6), { currency: 'USD', isSigned: true })}
      </td>
    </tr>
  )
}
