import { useState } from 'react';

const key = 'compare-layout';

/** Whether a person wants both versions side by side; kept for the next comparison. */
export function useLayout(): [wantsSplit: boolean, choose: (wantsSplit: boolean) => void] {
  const [wantsSplit, setWantsSplit] = useState(() => localStorage.getItem(key) !== 'inline');
  const choose = (wanted: boolean) => {
    setWantsSplit(wanted);
    localStorage.setItem(key, wanted ? 'split' : 'inline');
  };
  return [wantsSplit, choose];
}
