import type { RevealedKind } from '@ecp/contract/values/card-kinds';
import type { CardMark } from '@ecp/contract/work/cards';
import { libraryTexts } from '../../texts/en/library.ts';
import { classNames } from '../../ui/class-names.ts';
import { cutMarks } from './cut-marks.ts';

/** The style of each kind. The line under the words tells kinds apart without colours. */
export const markStyles: Record<RevealedKind, string> = {
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
