import { useLayoutEffect, useMemo, useRef } from 'react';
import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { MarkedBlocks } from './marked-blocks.tsx';
import { scrollToMark } from './scroll-to-mark.ts';
import type { ShownSource } from './source-loader.ts';
import { SourceNote } from './source-note.tsx';
import { findCited, splitPassages } from './split-passages.ts';

/** Shows the text around a passage, as plain characters, with the passage marked and in view. */
export function PassageText({ source, text }: { source: ShownSource; text: string }) {
  const { mark, passage, quote } = source;
  const box = useRef<HTMLElement>(null);
  const marks = useMemo(() => (mark ? [mark] : findCited(text, [passage, quote])), [mark, text, passage, quote]);
  const blocks = useMemo(() => splitPassages(text, marks, text.length), [text, marks]);
  useLayoutEffect(() => {
    const found = box.current?.querySelector('mark');
    if (found) scrollToMark(found);
  }, []);
  return (
    <>
      {marks.length === 0 && <SourceNote>{texts.notFound}</SourceNote>}
      <article ref={box} aria-label={texts.passage} className="flex flex-col gap-3 leading-relaxed">
        <MarkedBlocks blocks={blocks} />
      </article>
    </>
  );
}
