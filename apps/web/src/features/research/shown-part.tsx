import { type ReactNode, useState } from 'react';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { Button } from '../../ui/buttons/button.tsx';

/** An engagement may have thousands of entries. */
const shownAtOnce = 50;

/** Renders the first entries of a long list, and a button for the next ones. */
export function ShownPart<T>({
  items,
  children,
}: {
  items: readonly T[];
  children: (shown: readonly T[]) => ReactNode;
}) {
  const [limit, setLimit] = useState(shownAtOnce);
  return (
    <>
      {children(items.slice(0, limit))}
      {items.length > limit && (
        <Button className="self-center" onClick={() => setLimit(limit + shownAtOnce)}>
          {researchTexts.more(items.length - limit)}
        </Button>
      )}
    </>
  );
}
