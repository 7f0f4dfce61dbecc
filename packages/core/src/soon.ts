/**
 * What is often known at once. An async function costs about a kilobyte of garbage and a turn through the microtasks, also
 * where there is nothing to wait for; on the hot paths that was a third of all work.
 */
export type Soon<Value> = Value | Promise<Value>

/** Goes on with a value, at once where it is known. */
export function whenKnown<Value, Next>(soon: Soon<Value>, next: (value: Value) => Soon<Next>): Soon<Next> {
  return soon instanceof Promise ? soon.then(next) : next(soon)
}

/** Does something that may fail at once or later; both failures end in one place. */
export function orElse<Value>(
  work: () => Soon<Value>,
  onError: (error: unknown) => Soon<Value>,
): Soon<Value> {
  try {
    const soon = work()
    return soon instanceof Promise ? soon.catch(onError) : soon
  } catch (error) {
    return onError(error)
  }
}
