import type { Slide } from '@ecp/contract/work/slides';
import { countSlideWords } from '@ecp/markdown/count-words-now';
import { ArrowDown, ArrowUp, List, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { useMedia } from '../../base/ui/screen.ts';
import { type DeckLook, SlideFrame, type SlidePart, SlideView } from './drawing/slide-view.tsx';

import type { Storyline } from './storyline-queries.ts';
import { slidesTexts } from './texts.ts';

const texts = slidesTexts.actions;

interface SlidePaneProps {
  slide: Slide;
  /** Its place, from 0, among `count` slides. */
  at: number;
  count: number;
  look: DeckLook;
  findings: Storyline['findings'];
  hasNotes: boolean;
  editing: SlidePart | undefined;
  onEdit: (part: SlidePart | undefined) => void;
  /** What a person may do; undefined for those who only read. */
  edit:
    | {
        move: (step: -1 | 1) => void;
        drop: () => void;
        rewrite: (change: { title?: string; points?: string[] }) => void;
      }
    | undefined;
}

/** One slide at large, with what can be done with it, what the check says of it, and its notes. */
export function SlidePane(props: SlidePaneProps) {
  const { slide, at, count, look, findings, hasNotes, editing, onEdit, edit } = props;
  const isSmall = useMedia('(max-width: 767px)');
  const field = edit && editing && (
    <PartField
      key={`${slide.id} ${editing}`}
      part={editing}
      slide={slide}
      isInPlace={!isSmall}
      onClose={onEdit}
      {...edit}
    />
  );
  return (
    <section aria-label={slidesTexts.place(at + 1, count)} className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="figures text-muted text-sm">
          {slidesTexts.place(at + 1, count)} · {slidesTexts.kind[slide.kind]}
        </h2>
        {edit && (
          <div className="flex items-center gap-1">
            <IconButton
              icon={ArrowUp}
              label={texts.earlier}
              disabled={at === 0}
              onClick={() => edit.move(-1)}
            />
            <IconButton
              icon={ArrowDown}
              label={texts.later}
              disabled={at === count - 1}
              onClick={() => edit.move(1)}
            />
            <IconButton icon={Pencil} label={texts.editTitle} onClick={() => onEdit('title')} />
            <IconButton
              icon={List}
              label={slide.points.length > 0 ? texts.editPoints : texts.addPoints}
              onClick={() => onEdit('points')}
            />
            <IconButton
              icon={Trash2}
              label={texts.leaveOut}
              disabled={count === 1}
              onClick={edit.drop}
            />
          </div>
        )}
      </div>
      <div className="w-full self-center" style={largeStyle}>
        <div className="overflow-hidden rounded-lg border shadow-black/10 shadow-md">
          <SlideFrame>
            <SlideView
              slide={slide}
              look={look}
              number={at + 1}
              tools={edit && !isSmall ? { onEdit, editing, field } : undefined}
            />
          </SlideFrame>
        </div>
      </div>
      {isSmall && field}
      {findings.map(({ text, reason }) => (
        <div
          key={`${text} ${reason}`}
          className="flex gap-3 rounded-lg bg-warn-soft px-4 py-3 text-warn"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="wrap-anywhere min-w-0">
            <p className="font-medium">{slidesTexts.findings.title}</p>
            <p className="mt-0.5">“{text}”</p>
            <p className="mt-0.5 text-sm">{reason}</p>
          </div>
        </div>
      ))}
      {hasNotes && <Notes notes={slide.notes} />}
    </section>
  );
}

/** Limits the width so that the window shows the whole slide. */
const largeStyle: CSSProperties = { maxWidth: 'calc(max(20rem, 100dvh - 17rem) * 16 / 9)' };

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return <p className="text-muted text-sm">{slidesTexts.notes.none}</p>;
  return (
    <details className="rounded-lg border bg-surface">
      <summary className="cursor-pointer rounded-lg px-4 py-2.5 font-medium">
        {slidesTexts.notes.title(notes.length)}
      </summary>
      <ul className="wrap-anywhere flex list-disc flex-col gap-1.5 px-4 pb-4 pl-8 text-sm">
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be equal, and nothing moves them.
          <li key={index}>{note}</li>
        ))}
      </ul>
    </details>
  );
}

interface PartFieldProps {
  part: SlidePart;
  slide: Slide;
  /** Whether it stands on the slide, in its letters. */
  isInPlace: boolean;
  onClose: (part: undefined) => void;
  rewrite: (change: { title?: string; points?: string[] }) => void;
}

const mostWords = 40;
const longest = { title: 500, points: 12_000 };

/**
 * Changes the title or the points. Enter, or Ctrl with Enter for points, keeps the words, Escape
 * gives them up.
 */
function PartField({ part, slide, isInPlace, onClose, rewrite }: PartFieldProps) {
  const isTitle = part === 'title';
  const [text, setText] = useState(isTitle ? slide.title : slide.points.join('\n'));
  const field = useRef<HTMLTextAreaElement>(null);
  const isGivenUp = useRef(false);
  const opener = useRef(document.activeElement);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const close = () => {
    if (!isGivenUp.current)
      rewrite(isTitle ? { title: text } : { points: text.split('\n').slice(0, 12) });
    onClose(undefined);
  };
  /** Ends by a key, so that the focus returns to where it was. */
  const endByKey = (givesUp: boolean) => {
    isGivenUp.current = givesUp;
    const { current } = opener;
    if (current instanceof HTMLElement && current.isConnected && current !== document.body)
      current.focus();
    else field.current?.blur();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isKept =
      event.key === 'Enter' && (isTitle ? !event.shiftKey : event.ctrlKey || event.metaKey);
    if (!isKept && event.key !== 'Escape') return;
    event.preventDefault();
    endByKey(!isKept);
  };
  const words = countSlideWords(text);
  return (
    <div className="relative flex size-full flex-col gap-2">
      <textarea
        ref={field}
        aria-label={isTitle ? slidesTexts.editing.title : slidesTexts.editing.points}
        value={text}
        rows={isInPlace ? undefined : isTitle ? 3 : 6}
        maxLength={longest[part]}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={press}
        onBlur={close}
        style={isInPlace ? inPlaceStyle(slide, isTitle) : undefined}
        className={classNames(
          'block w-full rounded-sm',
          isInPlace
            ? 'slide-letters slide-field min-h-full resize-none p-0 outline-2 outline-accent-text outline-offset-4'
            : 'rounded-lg border border-line-strong/60 bg-surface px-3 py-2 text-base',
        )}
      />
      <div
        className={classNames(
          'flex items-center justify-between gap-2',
          isInPlace && 'absolute right-1 bottom-1',
        )}
      >
        <p
          aria-live="polite"
          className={classNames(
            'figures rounded bg-inherit px-1 text-sm',
            words > mostWords && !isTitle ? 'text-danger' : 'text-muted',
          )}
        >
          {!isTitle && slidesTexts.editing.words(words, mostWords)}
        </p>
        {!isInPlace && (
          <Button size="small" kind="primary">
            {slidesTexts.editing.done}
          </Button>
        )}
      </div>
    </div>
  );
}

function inPlaceStyle({ kind, chart, table }: Slide, isTitle: boolean): CSSProperties {
  const isCover = kind === 'title';
  const letters = isTitle ? (isCover ? 36 : 24) : isCover ? 18 : chart || table ? 14 : 18;
  return { fontSize: letters, fontWeight: isTitle ? 700 : 400, height: '100%' };
}
