/** The picture of an offer that has none (DECISIONS: image_url falls back to one that the service hosts). */
export const offerImage = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" role="img" aria-label="Offer">
<rect width="128" height="128" rx="24" fill="#20506b"/>
<path d="M28 44h72v48a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8z" fill="#f3c969"/>
<path d="M22 34h84v16H22z" fill="#fbe3a8"/>
<path d="M58 34h12v66H58z" fill="#d9553f"/>
<path d="M64 34c-8-18-28-16-24-4 2 5 12 5 24 4zm0 0c8-18 28-16 24-4-2 5-12 5-24 4z" fill="none"
 stroke="#d9553f" stroke-width="6"/>
</svg>
`
