import type { RevealedKind } from '@ecp/contract/values/card-kinds';
import type { CardMark, LibraryCardDetail } from '@ecp/contract/work/cards';
import { classNames } from '../../../base/ui/class-names.ts';
import { libraryTexts } from './texts.ts';

/** The style of each kind. The line under the words distinguishes kinds without colours. */
const markStyles: Record<RevealedKind, string> = {
  client_name: 'bg-danger-soft text-danger decoration-solid',
  figure: 'bg-info-soft text-info decoration-dotted',
  quote: 'bg-warn-soft text-warn decoration-dashed',
};

interface MarkedTextProps {
  text: string;
  marks: readonly CardMark[];
  className?: string;
}

/** Shows a text of a card as agents receive it, and marks the places that may reveal something. */
export function MarkedText({ text, marks, className }: MarkedTextProps) {
  return (
    <span className={classNames('block', className)}>
      {cutMarks(text, marks).map(({ start, text: piece, kind }) =>
        kind === null ? (
          <span key={start}>{piece}</span>
        ) : (
          <mark
            key={start}
            title={libraryTexts.reveals.one[kind]}
            className={`rounded-sm underline underline-offset-3 ${markStyles[kind]}`}
          >
            {piece}
          </mark>
        ),
      )}
    </span>
  );
}

interface MarkedPiece {
  start: number;
  text: string;
  /**
   * Null for words that reveal nothing. Where places overlap, a client's name counts before a
   * figure and a quote.
   */
  kind: RevealedKind | null;
}

const kindOrder: readonly RevealedKind[] = ['client_name', 'figure', 'quote'];

/** Cuts a text at the bounds of its marks, in its order. */
export function cutMarks(
  text: string,
  marks: readonly Pick<CardMark, 'kind' | 'start' | 'end'>[],
): MarkedPiece[] {
  const inside = marks.filter(({ start, end }) => start < end && end <= text.length);
  const bounds = [
    ...new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])]),
  ];
  const sorted = bounds.toSorted((one, other) => one - other);
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1] ?? text.length;
    const kinds = inside
      .filter((mark) => mark.start <= start && mark.end >= end)
      .map(({ kind }) => kind);
    return {
      start,
      text: text.slice(start, end),
      kind: kindOrder.find((kind) => kinds.includes(kind)) ?? null,
    };
  });
}

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
