/**
 * A value, or a promise of one. An async function costs about a kilobyte of garbage and a turn through the
 * microtasks, also where there is nothing to wait for; on the hot paths that was a third of all work.
 */
export type Awaitable<Value> = Value | Promise<Value>

/** Goes on with a value, at once where it is known. */
export function whenKnown<Value, Next>(
  soon: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return soon instanceof Promise ? soon.then(next) : next(soon)
}

/**
 * Does something and goes on with what comes of it, be it a value or a failure: its own, or one that `next` throws.
 * It takes one promise where `whenKnown` and `orElse` would take two.
 */
export function whenSettled<Value, Next>(
  work: () => Awaitable<Value>,
  next: (value: Value) => Next,
  onError: (error: unknown) => Awaitable<Next>,
): Awaitable<Next> {
  const goOn = (value: Value): Awaitable<Next> => {
    let result: Next
    try {
      result = next(value)
    } catch (error) {
      return onError(error)
    }
    return result
  }
  let soon: Awaitable<Value>
  try {
    soon = work()
  } catch (error) {
    return onError(error)
  }
  return soon instanceof Promise ? soon.then(goOn, onError) : goOn(soon)
}

/** Does something that may fail at once or later; both failures end in one place. */
export function orElse<Value>(
  work: () => Awaitable<Value>,
  onError: (error: unknown) => Awaitable<Value>,
): Awaitable<Value> {
  try {
    const soon = work()
    return soon instanceof Promise ? soon.catch(onError) : soon
  } catch (error) {
    return onError(error)
  }
}
