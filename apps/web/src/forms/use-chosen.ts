import { useState } from 'react';

/**
 * Values that a person changes one by one and that are saved at once. An input shows what its component says at the end
 * of the event; the query cache tells its news later, so that a change kept only there would jump back for a moment.
 * `forget` gives up what was chosen, once the saved values tell it or the service has refused it.
 */
export function useChosen<T extends object>(saved: T) {
  const [chosen, setChosen] = useState<Partial<T>>({});
  return {
    shown: { ...saved, ...chosen },
    choose: (change: Partial<T>) => setChosen((before) => ({ ...before, ...change })),
    forget: () => setChosen({}),
  };
}
