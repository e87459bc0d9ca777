import { useEffect, useMemo, useRef, useState } from 'react';
import { findNear } from '../../domain/markdown/find-near.ts';
import { jumpTo } from '../../domain/outline/jump-to.ts';
import type { FoundWords } from '../../domain/search/found-words.ts';
import { MarkedBlocks } from '../../domain/source-viewer/marked-blocks.tsx';
import { findCited, splitPassages } from '../../domain/source-viewer/split-passages.ts';
import { formatBytes } from '../../format/format.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';

const texts = researchTexts.page;
/** Characters that are rendered at once, and after the cited words. A page may have two million. */
const shownAtOnce = 200_000;
const shownAfter = 10_000;

interface ArchivedTextProps {
  text: string;
  /** The wordings of the citation that was followed; null without one. */
  words: readonly (string | null)[] | null;
  /** Title of the citing document. */
  citing: string | null;
  /** The words that a search has found in the page. */
  found: FoundWords;
}

/**
 * The text of an archived page, as plain characters: nothing in it is rendered or linked. Opens at the cited or found
 * words.
 */
export function ArchivedText({ text, words, citing, found }: ArchivedTextProps) {
  const article = useRef<HTMLElement>(null);
  const { words: sought, near = '' } = found;
  const marks = useMemo(
    () => (sought === undefined ? findCited(text, words ?? []) : findNear(text, { words: sought, near })),
    [text, words, sought, near],
  );
  const [limit, setLimit] = useState(() => Math.max(shownAtOnce, (marks.at(-1)?.end ?? 0) + shownAfter));
  const blocks = useMemo(() => splitPassages(text, marks, limit), [text, marks, limit]);
  useEffect(() => {
    const mark = article.current?.querySelector<HTMLElement>('mark');
    if (mark) jumpTo(mark, 'center');
  }, []);
  const note = citing !== null && words !== null && (marks.length > 0 ? texts.cited(citing) : texts.notFound(citing));
  return (
    <div className="flex max-w-170 flex-col gap-4">
      <p className="text-muted text-sm">{texts.about}</p>
      {note && (
        <p className={classNames('rounded-lg px-3 py-2 text-sm', marks.length > 0 ? goodNote : warnNote)}>{note}</p>
      )}
      <article ref={article} aria-label={texts.text} className="flex flex-col gap-4 leading-relaxed">
        <MarkedBlocks blocks={blocks} />
      </article>
      {text.length > limit && (
        <Button className="self-start" onClick={() => setLimit(text.length)}>
          {texts.rest(formatBytes(text.length - limit))}
        </Button>
      )}
    </div>
  );
}

const goodNote = 'bg-good-soft text-good';
const warnNote = 'bg-warn-soft text-warn';
