import type { FootnoteCall } from '../../../domain/markdown/markdown-options.ts';
import { portalTexts } from '../../../texts/en/portal.ts';

interface SourceCallProps {
  call: FootnoteCall;
  onOpen: (footnote: string) => void;
}

/** The number of a footnote in the text. It opens the source. */
export function SourceCall({ call: { number, label, id }, onOpen }: SourceCallProps) {
  return (
    <button
      type="button"
      id={id}
      data-call={label}
      aria-label={portalTexts.source(number)}
      onClick={() => onOpen(label)}
      className="call"
    >
      {number}
    </button>
  );
}
