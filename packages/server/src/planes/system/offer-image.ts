/** The picture of an offer that has none. */
export const offerImage = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" role="img" aria-label="Offer">
<rect width="128" height="128" rx="24" fill="#20506b"/>
<path d="M28 44h72v48a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8z" fill="#f3c969"/>
<path d="M22 34h84v16H22z" fill="#fbe3a8"/>
<path d="M58 34h12v66H58z" fill="#d9553f"/>
<path d="M64 34c-8-18-28-16-24-4 2 5 12 5 24 4zm0 0c8-18 28-16 24-4-2 5-12 5-24 4z" fill="none"
 stroke="#d9553f" stroke-width="6"/>
</svg>
`

/** The mark of Quoin, for browsers that ask for one wherever they are. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3f63e4"/><path d="M8 7h10v6H8zM14 14h10v5H14zM8 20h10v5H8z" fill="#fff"/></svg>
`
