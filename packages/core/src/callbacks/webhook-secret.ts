/** Standard Webhooks: base64 of 24 to 64 random bytes behind this mark. */
const webhookSecretPrefix = 'whsec_'
const keyBytesMin = 24
const keyBytesMax = 64

/** The key that signs native callbacks; undefined for a text that is no such secret. */
export function readWebhookSecret(secret: string): Uint8Array | undefined {
  const text = secret.startsWith(webhookSecretPrefix) ? secret.slice(webhookSecretPrefix.length) : undefined
  if (text === undefined || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{4,}={0,2}$/.test(text)) return undefined
  const key = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return key.length >= keyBytesMin && key.length <= keyBytesMax ? key : undefined
}

/** The secret of so many random bytes: 32 are what we issue. */
export function writeWebhookSecret(key: Uint8Array): string {
  return `${webhookSecretPrefix}${btoa(String.fromCharCode(...key))}`
}
