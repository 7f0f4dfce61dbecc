/** @jsxImportSource preact */
import { namedCategories } from '@quoin/core/wall/find-named-categories.ts'
import { GoingCard, OfferCard } from '../parts/card.tsx'
import { Icon, Promotion } from '../parts/parts.tsx'
import type { ListView } from '../model.ts'
import type { Talk } from '../talk.ts'

/** Above the fold; all others wait until they are scrolled to. */
const eagerMax = 4

export function ListPage({ talk, page }: { talk: Talk; page: ListView }) {
  const { promotion, going, offers, total } = page
  const shownUpTo = page.offset + offers.length
  return (
    <>
      <h1 class="vh">{talk.say('earn', { currency: talk.frame.currency.many })}</h1>
      <div class="two">
        <div class="catbox">
          <Categories talk={talk} page={page} />
        </div>
        <div class="lists">
          <Tools talk={talk} page={page} />
          <Promotion talk={talk} promotion={promotion} />
          {going.length > 0 && (
            <section>
              <div class="row hd">
                <h2>{talk.say('keep')}</h2>
                <a class="a end s" href={talk.href('/wall/activity', { state: 'started' })}>
                  {talk.say('allStarted')}
                </a>
              </div>
              <ul class="grid">
                {going.map((story) => (
                  <GoingCard key={story.key} talk={talk} story={story} />
                ))}
              </ul>
            </section>
          )}
          {offers.length === 0 ? (
            <Nothing talk={talk} page={page} />
          ) : (
            <section>
              <div class="row hd">
                <h2>{talk.say('forYou')}</h2>
                <small class="end" role="status">
                  {talk.count('offerCount', total)}
                </small>
              </div>
              <ul class="grid">
                {offers.map((offer, index) => (
                  <OfferCard key={offer.id} talk={talk} offer={offer} isEager={index < eagerMax} />
                ))}
              </ul>
              {shownUpTo < total && (
                <p class="more">
                  <a
                    class="btn"
                    href={hrefOf(talk, page, {
                      offset: String(shownUpTo),
                      ...(page.ranking && { ranking: page.ranking }),
                    })}
                    data-more
                  >
                    {talk.say('more')}
                  </a>
                </p>
              )}
            </section>
          )}
        </div>
      </div>
    </>
  )
}

function Nothing({ talk, page }: { talk: Talk; page: ListView }) {
  const isFiltered = page.search !== '' || page.category !== null
  return (
    <section class="empty">
      <Icon name="list" />
      <p role="status">{talk.say(isFiltered ? 'noMatch' : 'nothing')}</p>
      {page.search !== '' && page.category !== null && (
        <a class="btn go" href={talk.href('/wall', { q: page.search, sort: page.sort })}>
          {talk.say('searchAll')}
        </a>
      )}
      {isFiltered && (
        <a class="btn" href={talk.href('/wall')}>
          {talk.say('clear')}
        </a>
      )}
    </section>
  )
}

function Categories({ talk, page }: { talk: Talk; page: ListView }) {
  return (
    <nav class="cats" aria-label={talk.say('categories')}>
      {[{ slug: null, count: page.all }, ...page.categories].map(({ slug, count }) => (
        <a
          key={slug ?? ''}
          href={talk.href('/wall', { category: slug, sort: page.sort })}
          aria-current={slug === page.category ? 'true' : undefined}
        >
          <span>
            {slug === null ? talk.say('all') : nameOf(talk, slug)} <i>{talk.number(count)}</i>
          </span>
        </a>
      ))}
    </nav>
  )
}

/** Slugs that we have words for; of others the slug itself, as a word. */
function nameOf(talk: Talk, slug: string): string {
  const known = namedCategories.find((name) => name === slug)
  if (known) return talk.say(known)
  const words = slug.replaceAll('-', ' ')
  // A word without a vowel is read letter by letter: VPN.
  if (/^[b-df-hj-np-tv-xz]{2,4}$/.test(words)) return words.toUpperCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Tools({ talk, page }: { talk: Talk; page: ListView }) {
  const names = {
    payout_desc: 'payout_desc',
    payout_asc: 'payout_asc',
    newest: 'newest',
    recommended: 'recommended',
  } as const
  return (
    <form class="row tools" action="/wall" method="get" data-form>
      {[...new URLSearchParams(talk.frame.query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {page.category && <input type="hidden" name="category" value={page.category} />}
      <label class="vh" for="q">
        {talk.say('search')}
      </label>
      <input
        class="in2"
        id="q"
        type="search"
        name="q"
        value={page.search}
        placeholder={talk.say('search')}
        maxLength={100}
      />
      <label class="vh" for="s">
        {talk.say('sort')}
      </label>
      <select class="in2" id="s" name="sort" data-submits>
        {page.sorts.map((sort) => (
          <option key={sort} value={sort} selected={sort === page.sort}>
            {talk.say(names[sort as keyof typeof names])}
          </option>
        ))}
      </select>
      <button class="btn nojs" type="submit">
        {talk.say('show')}
      </button>
    </form>
  )
}

function hrefOf(talk: Talk, page: ListView, more: Readonly<Record<string, string>>): string {
  return talk.href('/wall', { category: page.category, q: page.search, sort: page.sort, ...more })
}
