import { useEffect, useState } from 'react';

const pauseMs = 350;

/** A value once it has not changed for a moment: what is asked of the service for every key would be too much. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
