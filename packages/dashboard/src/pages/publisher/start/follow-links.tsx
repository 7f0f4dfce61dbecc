import type { ListAnswer } from './use-list-run.ts'
import './follow-links.css'

/** Test offers with their reward and the link that a user of theirs would follow; it opens in another tab. */
export function FollowLinks({ links }: Pick<ListAnswer, 'links'>) {
  if (links.length === 0) return <p>No test offer is left for this user: take another name.</p>
  return (
    <ul className="follow-links">
      {links.map(({ name, link, reward }) => (
        <li key={link}>
          <span className="grow">
            <bdi>{name.replace('Test offer: ', '')}</bdi>
          </span>
          <span className="num muted">{reward}</span>
          <a href={link} target="_blank" rel="noreferrer">
            Follow
          </a>
        </li>
      ))}
    </ul>
  )
}
