type SharedRead<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Lets callers who ask for the same key share a read that begins after all of them have asked, so that none gets an
 * older state than a read of its own would return. At most one read of a key runs, and one waits for it. The callers
 * must have the same rights to the value. A failure goes to all who share it.
 */
export function shareReads<Value>(): SharedRead<Value> {
  const readings = new Map<string, { running: Promise<Value>; next: Promise<Value> | null }>();
  const begin: SharedRead<Value> = (key, read) => {
    const reading = { running: read(), next: null };
    readings.set(key, reading);
    const end = () => void (reading.next === null && readings.delete(key));
    reading.running.then(end, end);
    return reading.running;
  };
  return (key, read) => {
    const reading = readings.get(key);
    if (!reading) return begin(key, read);
    // A read that is under way may have begun before a change that this caller has made or heard of.
    const again = () => begin(key, read);
    reading.next ??= reading.running.then(again, again);
    return reading.next;
  };
}
