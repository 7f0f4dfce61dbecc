import { useReward } from '../../../frame/publisher/use-reward.ts'
import type { ListAnswer } from './use-list-run.ts'
import './test-rows.css'

/** Test offers with their reward and the link that a user of theirs would follow; it opens in another tab. */
export function FollowLinks({ links }: Pick<ListAnswer, 'links'>) {
  const inWords = useReward()
  if (links.length === 0) return <p>No test offer is left for this user. Choose another name.</p>
  return (
    <ul className="test-rows">
      {links.map(({ name, link, reward }) => (
        <li key={link}>
          <span className="grow">
            <bdi>{name.replace('Test offer: ', '')}</bdi>
          </span>
          <span className="num muted">
            <bdi>{inWords(reward)}</bdi>
          </span>
          <a href={link} target="_blank" rel="noreferrer">
            Follow
          </a>
        </li>
      ))}
    </ul>
  )
}
