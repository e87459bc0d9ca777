type SharedRead<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Lets callers of a key share a read that begins after all asked, so none gets an older state; one
 * runs and one waits. Callers must have equal rights. A failure goes to all.
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
    // A read that is under way may have begun before a change that this caller has made or heard
    // of.
    const again = () => begin(key, read);
    reading.next ??= reading.running.then(again, again);
    return reading.next;
  };
}
