import { TriangleAlert } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../base/ui/class-names.ts';
import { type DeckLook, SlideFrame, SlideView } from './drawing/slide-view.tsx';
import type { Slides } from './edit-slides.ts';
import { slidesTexts } from './texts.ts';

interface SlideListProps {
  deck: Slides;
  look: DeckLook;
  selected: string | undefined;
  /** Slides that the check doubts. */
  doubted: ReadonlySet<string>;
  onSelect: (id: string) => void;
  /** What a person may do; undefined for those who only read. */
  edit:
    | {
        move: (id: string, to: number) => void;
        drop: (id: string) => void;
        retitle: (id: string) => void;
      }
    | undefined;
}

/** Width of a small slide in CSS pixels. */
const thumbPx = 172;

/** The slides of a deck as small pictures. Keys choose and move them; a pointer drags them. */
export function SlideList({ deck, look, selected, doubted, onSelect, edit }: SlideListProps) {
  const list = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [dragged, setDragged] = useState<string>();
  const [aim, setAim] = useState<number>();
  const { slides } = deck;
  const isFocused = useRef(false);
  const order = slides.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide that moved comes into view again.
  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (isFocused.current) option?.focus({ preventScroll: true });
    scrollIntoList(list.current, option);
  }, [selected, order]);
  const choose = (at: number) => {
    const slide = slides[Math.max(0, Math.min(at, slides.length - 1))];
    if (slide) onSelect(slide.id);
  };
  const act = (event: KeyboardEvent, id: string, at: number) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    const step =
      key === 'ArrowUp' || key === 'ArrowLeft'
        ? -1
        : key === 'ArrowDown' || key === 'ArrowRight'
          ? 1
          : 0;
    if (step !== 0) {
      if (!altKey) choose(at + step);
      else edit?.move(id, at + step);
    } else if (key === 'Home') choose(0);
    else if (key === 'End') choose(slides.length - 1);
    else if (edit && (key === 'Enter' || key === 'F2')) edit.retitle(id);
    else if (edit && (key === 'Delete' || key === 'Backspace')) edit.drop(id);
    else return;
    event.preventDefault();
  };
  const over = (event: DragEvent, at: number) => {
    if (dragged === undefined) return;
    event.preventDefault();
    const { top, left, width, height } = event.currentTarget.getBoundingClientRect();
    const isBeside = (list.current?.scrollWidth ?? 0) > (list.current?.clientWidth ?? 0);
    const isBehind = isBeside ? event.clientX > left + width / 2 : event.clientY > top + height / 2;
    setAim(isBehind ? at + 1 : at);
  };
  const end = () => {
    setDragged(undefined);
    setAim(undefined);
  };
  const put = () => {
    const from = slides.findIndex(({ id }) => id === dragged);
    if (edit && dragged !== undefined && aim !== undefined && from !== -1)
      edit.move(dragged, aim > from ? aim - 1 : aim);
    end();
  };
  return (
    <>
      <p id={hint} className="sr-only">
        {edit && slidesTexts.listHint}
      </p>
      <div
        ref={list}
        role="listbox"
        tabIndex={-1}
        aria-label={slidesTexts.list}
        aria-describedby={edit && hint}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // An option that moves loses the focus to nothing for a moment.
          if (relatedTarget && !currentTarget.contains(relatedTarget)) isFocused.current = false;
        }}
        onDrop={put}
        className="relative flex gap-1 overflow-auto p-2 max-md:border-b md:h-full md:flex-col"
      >
        {slides.map((slide, at) => (
          <div
            key={slide.id}
            role="option"
            tabIndex={slide.id === selected ? 0 : -1}
            aria-selected={slide.id === selected}
            aria-description={doubted.has(slide.id) ? slidesTexts.findings.badge : undefined}
            draggable={edit !== undefined}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move';
              dataTransfer.setData('text/plain', slide.title);
              setDragged(slide.id);
              onSelect(slide.id);
            }}
            onDragOver={(event) => over(event, at)}
            onDragEnd={end}
            onClick={() => onSelect(slide.id)}
            onKeyDown={(event) => act(event, slide.id, at)}
            className={classNames(
              'relative flex shrink-0 cursor-pointer items-start gap-2 rounded-lg p-1.5 pl-0 focus-visible:-outline-offset-2',
              slide.id === selected ? 'bg-accent-soft' : 'hover:bg-hover',
              slide.id === dragged && 'opacity-50',
            )}
          >
            <span className="sr-only">{slidesTexts.slide(at + 1, slide.title)}</span>
            <span
              aria-hidden
              className="figures flex w-6 shrink-0 flex-col items-end gap-1 text-muted text-xs"
            >
              {at + 1}
              {doubted.has(slide.id) && <TriangleAlert className="size-3.5 text-warn" />}
            </span>
            <div
              aria-hidden
              inert
              className={classNames(
                'pointer-events-none overflow-hidden rounded border',
                slide.id === selected && 'ring-2 ring-accent-text',
              )}
              style={{ width: thumbPx }}
            >
              <SlideFrame width={thumbPx - 2}>
                <SlideView slide={slide} number={at + 1} look={look} />
              </SlideFrame>
            </div>
            {dragged !== undefined &&
              (aim === at || (aim === slides.length && at === slides.length - 1)) && (
                <span
                  aria-hidden
                  className={classNames(
                    'absolute bg-accent-text max-md:inset-y-0 max-md:w-0.5 md:inset-x-0 md:h-0.5',
                    aim === at
                      ? '-top-0.75 max-md:-left-0.75'
                      : 'max-md:-right-0.75 md:-bottom-0.75',
                  )}
                />
              )}
          </div>
        ))}
      </div>
    </>
  );
}

/** Scrolls the list alone, so that the page stays where it is. */
function scrollIntoList(list: HTMLElement | null, option: HTMLElement | null | undefined): void {
  if (!list || !option) return;
  const { offsetTop: top, offsetLeft: left, offsetHeight: height, offsetWidth: width } = option;
  if (top < list.scrollTop) list.scrollTop = top - 8;
  if (top + height > list.scrollTop + list.clientHeight)
    list.scrollTop = top + height - list.clientHeight + 8;
  if (left < list.scrollLeft) list.scrollLeft = left - 8;
  if (left + width > list.scrollLeft + list.clientWidth)
    list.scrollLeft = left + width - list.clientWidth + 8;
}
