import { countWordsNow } from '@ecp/markdown/count-words-now';
import { memo, useRef, useState } from 'react';
import { isActive } from '../../base/api/engagement-queries.ts';
import { joinWords } from '../../base/format/words.ts';
import { ChoiceButtons } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { useMedia } from '../../base/ui/screen.ts';
import type { DraftText } from '../../shared/live/run-feed.ts';
import { useDrafts } from '../../shared/live/use-run-events.ts';
import type { RunView } from '../run-view.ts';
import { RunSection, useFollowEnd, useOnceTrue } from './run-section.tsx';
import { runTexts } from './texts.ts';

const texts = runTexts.drafts;
const boxHeight = 'h-64';
/** On phones a line of its own, which is there before its text. */
const factsStyle = 'figures text-muted text-sm max-sm:min-h-[1lh] max-sm:w-full';

/**
 * Shows the texts being written, one at a time. It keeps its height, so that nothing moves when a
 * text begins or ends.
 */
export function DraftSection({ view }: { view: RunView }) {
  const { engagement, run, projection, status } = view;
  const drafts = useDrafts(engagement.id, run.id, (all) => all);
  const [chosen, setChosen] = useState<string>();
  const isOn = isActive(status);
  if (!useOnceTrue(isOn)) return null;
  const written = isOn
    ? projection.tasks.filter(({ id, state }) => state === 'working' && drafts.has(id))
    : [];
  const task = written.find(({ id }) => id === chosen) ?? written[0];
  const draft = task && drafts.get(task.id);
  return (
    <RunSection
      title={texts.title}
      beside={<p className={factsStyle}>{draft && describeDraft(draft)}</p>}
      tools={
        <div className="-mx-2.5 flex h-8">
          {task && (
            <ChoiceButtons
              label={texts.choose}
              choices={written.map(({ id, name }) => ({ value: id, label: name }))}
              value={task.id}
              onChange={setChosen}
            />
          )}
        </div>
      }
    >
      <p role="status" className="sr-only">
        {written.length > 0 && texts.status(joinWords(written.map(({ name }) => name)))}
      </p>
      {task && draft ? (
        <DraftReader
          key={`${task.id} ${draft.call}`}
          draft={draft}
          name={task.name}
          className={boxHeight}
        />
      ) : (
        <p className={`flex items-center justify-center px-4 text-center text-muted ${boxHeight}`}>
          {isOn ? texts.none : texts.over}
        </p>
      )}
    </RunSection>
  );
}

function describeDraft({ purpose, text, isFinished }: DraftText): string {
  return `${texts.kinds[purpose]} · ${isFinished ? texts.words(countWordsNow(text)) : texts.wordsSoFar(guessWords(text))}`;
}

/**
 * Counts words, and each character of scripts without spaces, without a segmenter: the text grows
 * many times a second.
 */
const guessWords = (text: string): number => text.match(wordPattern)?.length ?? 0;
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:[’'.,][\p{L}\p{N}]+)*/gu;

interface DraftReaderProps {
  draft: DraftText;
  name: string;
  className: string;
}

/**
 * A text that grows. Its end stays in view until the user scrolls up; screen readers are not told
 * each word.
 */
function DraftReader({ draft, name, className }: DraftReaderProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useCalmText(draft.text);
  const { onScroll } = useFollowEnd(scroller, shown.length, shown.length);
  // Focusable by Tab, so that the arrow keys can scroll.
  const reachable = {
    role: 'region',
    'aria-label': texts.region(name),
    'aria-live': 'off',
    tabIndex: 0,
  } as const;
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      {...reachable}
      className={classNames(
        'overflow-y-auto px-4 py-3 leading-relaxed [overflow-anchor:none] focus-visible:-outline-offset-2',
        className,
      )}
    >
      <div className="max-w-[72ch]">
        {draft.missing > 0 && <p className="mb-2 text-muted">{texts.joinedLate}</p>}
        <DraftWords text={shown} />
      </div>
    </div>
  );
}

/** Returns the text, or its finished paragraphs for people who prefer less motion. */
function useCalmText(text: string): string {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  return isCalm ? finishedParagraphs(text) : text;
}

/** Returns a text up to the end of its last whole paragraph. */
export const finishedParagraphs = (text: string): string =>
  text.slice(0, text.lastIndexOf('\n') + 1);

interface DraftLine {
  kind: 'heading' | 'item' | 'cells' | 'note' | 'text';
  text: string;
}

/**
 * Reads one line of Markdown: its kind, and its text without marks. Null for a line without words.
 */
export function readLine(line: string): DraftLine | null {
  const text = withoutMarks(line.trim());
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  if (text.startsWith('|')) return { kind: 'cells', text: cellsOf(text).join('  ·  ') };
  if (/^#{1,6} /.test(text)) return { kind: 'heading', text: text.replace(/^#+ /, '') };
  if (/^\[\^[^\]]+\]:/.test(text))
    return { kind: 'note', text: text.replace(/^\[\^([^\]]+)\]:/, '$1.') };
  const plain = text.replace(/\[\^[^\]]+\]/g, '').replace(/^> ?/, '');
  const item = /^(?:[-*+]|\d{1,3}[.)]) /.exec(plain);
  return item ? { kind: 'item', text: plain.slice(item[0].length) } : { kind: 'text', text: plain };
}

const withoutMarks = (line: string) => line.replace(/\*(?=\S)|(?<=\S)\*|__|`/g, '');

const cellsOf = (row: string) =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

const styles: Record<DraftLine['kind'], string> = {
  heading: 'mt-3 mb-1 font-semibold first:mt-0',
  item: 'relative mb-1 pl-4 before:absolute before:left-1 before:content-["•"]',
  cells: 'figures border-b py-0.5 text-muted',
  note: 'text-muted text-xs',
  text: 'mb-2',
};

/** Shows the words of a text that grows. Only lines that change are rendered again. */
function DraftWords({ text }: { text: string }) {
  return text.split('\n').map((line, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text grows at its end, so a line keeps its number
    <Line key={number} line={line} />
  ));
}

const Line = memo(function Line({ line }: { line: string }) {
  const read = readLine(line);
  return read === null ? null : <p className={`wrap-anywhere ${styles[read.kind]}`}>{read.text}</p>;
});
