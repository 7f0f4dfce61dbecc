/** @jsxImportSource preact */
import { namedCategories } from '@quoin/core/wall/find-named-categories.ts'
import { GoingCard, OfferCard } from '../parts/card.tsx'
import { Icon, Promotion } from '../parts/parts.tsx'
import type { Cost } from '@quoin/core/offers/cost.ts'
import type { ListFilter, ListView } from '../model.ts'
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
                <h2>{titleOf(talk, page)}</h2>
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

/** The filters that are on, as parameters of an address. */
function filtersOf({ filters }: ListView): Readonly<Record<string, string>> {
  return Object.fromEntries(filters.flatMap(({ name, value, isOn }) => (isOn ? [[name, value]] : [])))
}

function titleOf(talk: Talk, page: ListView): string {
  const on = page.filters.filter(({ isOn }) => isOn).map((filter) => filterName(talk, filter))
  return on.length === 0 ? talk.say('forYou') : on.join(' · ')
}

function Nothing({ talk, page }: { talk: Talk; page: ListView }) {
  const isFiltered = page.search !== '' || page.category !== null || page.filters.some(({ isOn }) => isOn)
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
  const isAll = page.category === null && !page.filters.some(({ isOn }) => isOn)
  return (
    <nav class="cats" aria-label={talk.say('categories')}>
      <a href={talk.href('/wall', { sort: page.sort })} aria-current={isAll ? 'true' : undefined}>
        <span>
          {talk.say('all')} <i>{talk.number(page.all)}</i>
        </span>
      </a>
      {page.filters.map((filter) => (
        <a
          key={filter.name + filter.value}
          class="filter"
          href={hrefOf(talk, page, { q: '', [filter.name]: filter.isOn ? '' : filter.value })}
          aria-current={filter.isOn ? 'true' : undefined}
        >
          <span>
            <span>
              {filter.isOn && <Icon name="ok" />} {filterName(talk, filter)}
            </span>{' '}
            <i>{talk.number(filter.count)}</i>
          </span>
        </a>
      ))}
      {page.categories.map(({ slug, count }) => (
        <a
          key={slug}
          href={hrefOf(talk, page, { q: '', category: slug })}
          aria-current={slug === page.category ? 'true' : undefined}
        >
          <span>
            {nameOf(talk, slug)} <i>{talk.number(count)}</i>
          </span>
        </a>
      ))}
    </nav>
  )
}

function filterName(talk: Talk, { name, value }: ListFilter): string {
  if (name === 'maxMinutes') return talk.say('under', { time: talk.duration(Number(value) * 60) })
  return value === 'free' ? talk.say('freeOnly') : talk.say(value as Cost) // the server's own words
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
      {Object.entries(filtersOf(page)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
  const { category, search: q, sort } = page
  return talk.href('/wall', { category, q, sort, ...filtersOf(page), ...more })
}
