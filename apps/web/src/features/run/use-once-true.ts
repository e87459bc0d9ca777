import { useState } from 'react';

/** Returns whether a condition holds or has held since the component mounted. */
export function useOnceTrue(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition);
  if (condition && !wasTrue) setWasTrue(true);
  return wasTrue;
}
