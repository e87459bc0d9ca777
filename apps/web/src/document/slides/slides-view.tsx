import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Download, Ellipsis, MonitorPlay, RotateCcw, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { saveDownload } from '../../base/api/save-download.ts';
import { useSession } from '../../base/session/session.ts';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../base/ui/dialogs/form-dialogs.tsx';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { isKeyOwned, usePageShortcuts } from '../../base/ui/keys.tsx';
import { stickToTop } from '../../base/ui/layout/sticky-bar.ts';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { useClientDownload } from '../client-download.tsx';
import type { DeckLook, SlidePart } from './drawing/slide-view.tsx';
import { dropSlide, moveSlide, putBack, rewriteSlide } from './edit-slides.ts';
import { SlideList } from './slide-list.tsx';
import { SlidePane } from './slide-pane.tsx';
import { SlidesNotices } from './slides-notices.tsx';
import type { Audience, DeckPlace, Storyline } from './storyline-queries.ts';
import { slidesTexts } from './texts.ts';
import { type EditedSlides, useSlides } from './use-slides.ts';

const texts = slidesTexts.actions;
const Presentation = lazy(async () => ({
  default: (await import('./presentation.tsx')).Presentation,
}));
const WriteDialog = lazy(async () => ({
  default: (await import('./slides-dialogs.tsx')).WriteDialog,
}));
const StartOverDialog = lazy(async () => ({
  default: (await import('./slides-dialogs.tsx')).StartOverDialog,
}));

interface SlidesViewProps {
  place: DeckPlace;
  audience: Audience;
  storyline: Storyline;
  look: DeckLook;
  onAudience: (audience: Audience) => void;
  bar: ReactNode;
}

/** Shows slides, and lets a person reorder, drop and retitle them. Each change is saved at once. */
export function SlidesView({ place, audience, storyline, look, onAudience, bar }: SlidesViewProps) {
  const { has } = useSession();
  const edited = useSlides(place, storyline);
  const { deck, change } = edited;
  const { slides } = deck;
  const mayEdit = has('member') && audience === 'team' && storyline.status !== 'writing';
  const [chosen, setChosen] = useState<string>();
  const [editing, setEditing] = useState<SlidePart>();
  const [told, setTold] = useState('');
  const [dialog, setDialog] = useState<'write' | 'over'>();
  const [isPresenting, setPresenting] = useState(false);
  const present = useCallback((isOn: boolean) => setPresenting(isOn), []);
  const at = Math.max(
    0,
    slides.findIndex(({ id }) => id === chosen),
  );
  const slide = slides[at];
  const select = (id: string | undefined) => {
    setEditing(undefined);
    setChosen(id);
  };
  const go = (to: number) => select(slides[Math.max(0, Math.min(to, slides.length - 1))]?.id);
  const move = (id: string, to: number) => {
    const next = moveSlide(deck, id, to);
    if (next === deck) return;
    change(next);
    setTold(
      slidesTexts.told.moved(next.slides.findIndex((one) => one.id === id) + 1, slides.length),
    );
  };
  const drop = (id: string) => {
    const next = dropSlide(deck, id);
    if (next === deck) return;
    const from = slides.findIndex((one) => one.id === id);
    change(next);
    select(next.slides[Math.min(from, next.slides.length - 1)]?.id);
    setTold(slidesTexts.told.leftOut(slides[from]?.title ?? ''));
  };
  const undo =
    edited.undo &&
    (() => {
      edited.undo?.();
      setTold(slidesTexts.told.undone);
    });
  usePageShortcuts([
    { key: 'j', does: slidesTexts.present.next, act: () => go(at + 1) },
    { key: 'k', does: slidesTexts.present.previous, act: () => go(at - 1) },
  ]);
  useUndoKey(mayEdit ? undo : undefined);
  if (!slide) return null;
  const dialogProps = {
    place,
    storyline,
    onClose: () => setDialog(undefined),
    onDone: edited.forget,
  };
  const doubted = new Set(storyline.findings.map(({ slideId }) => slideId));
  return (
    <div className="flex min-h-dvh flex-col">
      <div ref={stickToTop} className="sticky top-12 z-20 border-b bg-surface md:top-0">
        <div className="flex h-12 items-center justify-between gap-4 px-4 md:px-8">
          {bar}
          <SlidesActions
            place={place}
            audience={audience}
            edited={edited}
            mayEdit={mayEdit}
            undo={undo}
            storyline={storyline}
            onPresent={() => present(true)}
            onStartOver={() => setDialog('over')}
          />
        </div>
      </div>
      <SlidesNotices
        place={place}
        storyline={storyline}
        edited={edited}
        audience={audience}
        onAudience={onAudience}
        onWrite={mayEdit ? () => setDialog('write') : undefined}
      />
      <div className="flex flex-1 flex-col md:flex-row md:items-start">
        <div className="shrink-0 bg-sunken md:sticky md:top-12 md:h-[calc(100dvh-3rem)] md:w-56 md:border-r">
          <SlideList
            deck={deck}
            look={look}
            doubted={doubted}
            selected={slide.id}
            onSelect={select}
            edit={mayEdit ? { move, drop, retitle: () => setEditing('title') } : undefined}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-4 p-4 md:px-8">
          <SlidePane
            slide={slide}
            at={at}
            look={look}
            editing={editing}
            count={slides.length}
            findings={
              audience === 'team'
                ? storyline.findings.filter(({ slideId }) => slideId === slide.id)
                : []
            }
            hasNotes={audience === 'team'}
            onEdit={setEditing}
            edit={
              mayEdit
                ? {
                    move: (step) => move(slide.id, at + step),
                    drop: () => drop(slide.id),
                    rewrite: (changed) => change(rewriteSlide(deck, slide.id, changed)),
                  }
                : undefined
            }
          />
          {audience === 'team' && (
            <LeftOut
              slides={deck.dropped}
              onPutBack={
                mayEdit
                  ? (id, title) => {
                      change(putBack(deck, id, slide.id));
                      select(id);
                      setTold(slidesTexts.told.putBack(title));
                    }
                  : undefined
              }
            />
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {told}
      </p>
      <UnsavedGuard edited={edited} />
      <Suspense fallback={null}>
        {dialog === 'write' && <WriteDialog {...dialogProps} />}
        {dialog === 'over' && <StartOverDialog {...dialogProps} />}
      </Suspense>
      {isPresenting && (
        <Suspense>
          <Presentation
            slides={slides}
            look={look}
            at={at}
            onGo={go}
            onClose={() => present(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Ctrl or ⌘ with Z takes the last change back, except in a field, which takes back what was typed.
 */
function useUndoKey(undo: (() => void) | undefined): void {
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || !latest.current || event.target instanceof HTMLTextAreaElement || isKeyOwned())
        return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

interface SlidesActionsProps {
  place: DeckPlace;
  audience: Audience;
  storyline: Storyline;
  edited: EditedSlides;
  mayEdit: boolean;
  undo: (() => void) | undefined;
  onPresent: () => void;
  onStartOver: () => void;
}

function SlidesActions({
  place,
  audience,
  storyline,
  edited,
  mayEdit,
  undo,
  onPresent,
  onStartOver,
}: SlidesActionsProps) {
  const { has } = useSession();
  const download = useDeckDownload(place, audience);
  const client = useClientDownload();
  const start = () =>
    audience === 'client'
      ? client.download({
          engagementId: place.engagementId,
          ...(place.filename && { filename: place.filename }),
          start: () => download.mutate(),
        })
      : download.mutate();
  const { state } = edited;
  return (
    <div className="flex shrink-0 items-center gap-1">
      {mayEdit && (
        <>
          <span aria-live="polite" className="mr-1 text-muted text-sm max-sm:sr-only">
            {state === 'conflict' ? slidesTexts.state.failed : slidesTexts.state[state]}
          </span>
          <IconButton icon={Undo2} label={texts.undo} disabled={!undo} onClick={undo} />
        </>
      )}
      <IconButton icon={MonitorPlay} label={texts.present} onClick={onPresent} />
      {has('member') && (
        <Menu trigger={<IconButton icon={Ellipsis} label={texts.more} />}>
          <MenuItem
            icon={RotateCcw}
            label={texts.startOver}
            danger
            disabled={storyline.status === 'writing' || storyline.revision === 0}
            onSelect={onStartOver}
          />
        </Menu>
      )}
      <Button
        kind="primary"
        size="small"
        icon={Download}
        aria-label={texts.download}
        title={texts.download}
        busy={download.isPending}
        disabled={state === 'saving'}
        onClick={start}
      >
        <span className="max-sm:sr-only">{texts.downloadShort}</span>
      </Button>
      <span role="status" className="sr-only">
        {download.isPending ? slidesTexts.making : ''}
      </span>
      {client.dialog}
    </div>
  );
}

/** A deck of many slides takes some seconds. */
const timeoutMs = 120_000;

function useDeckDownload({ engagementId: id, filename }: DeckPlace, audience: Audience) {
  return useMutation({
    async mutationFn() {
      const file =
        filename === undefined
          ? await api.exportEngagementToDeck({ id, audience }, { timeoutMs })
          : await api.exportDeliverableToDeck({ id, filename, audience }, { timeoutMs });
      return saveDownload(file, `${filename ?? 'engagement'}.pptx`);
    },
    onSuccess: () => showDoneToast(slidesTexts.made),
  });
}

interface LeftOutProps {
  slides: EditedSlides['deck']['dropped'];
  onPutBack: ((id: string, title: string) => void) | undefined;
}

/** The slides that a person took out. Renders nothing without one. */
function LeftOut({ slides, onPutBack }: LeftOutProps) {
  const texts = slidesTexts.leftOut;
  if (slides.length === 0) return null;
  return (
    <section className="rounded-lg border bg-surface">
      <h2 className="border-b px-4 py-2.5 font-medium">{texts.title(slides.length)}</h2>
      <ul className="px-2 py-1.5">
        {slides.map(({ id, title }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-2 py-1">
            <span className="wrap-anywhere min-w-0">{title}</span>
            {onPutBack && (
              <Button
                size="small"
                aria-label={texts.putBackOne(title)}
                onClick={() => onPutBack(id, title)}
              >
                {texts.putBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lets a person leave once a change is saved, and asks before one is lost that cannot be saved. */
function UnsavedGuard({ edited: { state } }: { edited: EditedSlides }) {
  const isUnsaved = () => state !== 'saved';
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const isLeaving = blocker.status === 'blocked';
  const { proceed } = blocker;
  useEffect(() => {
    if (isLeaving && state === 'saved') proceed?.();
  }, [isLeaving, state, proceed]);
  return (
    <ConfirmDialog
      open={isLeaving && state !== 'saving' && state !== 'saved'}
      onClose={() => blocker.reset?.()}
      title={slidesTexts.unsaved.title}
      confirmLabel={slidesTexts.unsaved.confirm}
      onConfirm={() => proceed?.()}
    >
      {slidesTexts.unsaved.advice}
    </ConfirmDialog>
  );
}
