/** The nonce that the server put into this page; styles that a library adds must have it. */
export const pageNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
