/** Messages between our own processes; the kind says which. */
export function isMessage<Message extends { readonly kind: string }>(
  value: unknown,
  kind: Message['kind'],
): value is Message {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
}
