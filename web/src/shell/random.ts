// Names that nothing else has.

/** Pages that come over plain http from another machine have no `crypto.randomUUID`, but they have random numbers. */
export function randomId(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(16));
  return [...numbers].map((number) => number.toString(16).padStart(2, '0')).join('');
}
