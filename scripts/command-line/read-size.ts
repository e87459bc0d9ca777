/** Returns the value of an option as a whole number above 0. Throws if it is anything else. */
export function readSize(name: string, value: string): number {
  const size = Number(value);
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw new Error(`--${name} must be a whole number above 0, not ${value}`);
}
