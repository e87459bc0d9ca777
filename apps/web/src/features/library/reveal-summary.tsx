import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { libraryTexts } from '../../texts/en/library.ts';
import { markStyles } from './marked-text.tsx';

const texts = libraryTexts.reveals;

/** Counts the details that a card may reveal. It is the legend of the marks in its text. */
export function RevealSummary({ card: { reveals } }: { card: Pick<LibraryCardDetail, 'reveals'> }) {
  const found = [
    { kind: 'client_name', count: reveals.clientNames },
    { kind: 'figure', count: reveals.figures },
    { kind: 'quote', count: reveals.quotes },
  ] as const;
  const shown = found.filter(({ count }) => count > 0);
  return (
    <div className="text-sm">
      {shown.length === 0 ? (
        <p className="text-muted">{texts.nothing}</p>
      ) : (
        <ul aria-label={texts.label} className="flex flex-wrap gap-2">
          {shown.map(({ kind, count }) => (
            <li
              key={kind}
              className={`rounded-md px-2 py-0.5 font-medium underline underline-offset-3 ${markStyles[kind]}`}
            >
              {texts.count[kind](count)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
