import type { Slide } from '@ecp/contract/work/slides';

/** The slides of a deck and those that were taken out of it. */
export interface Slides {
  slides: readonly Slide[];
  dropped: readonly Slide[];
}

const placeOf = ({ slides }: Slides, id: string) => slides.findIndex((slide) => slide.id === id);

/** Puts a slide at a place, from 0. Returns the same slides if it stands there. */
export function moveSlide(deck: Slides, id: string, to: number): Slides {
  const from = placeOf(deck, id);
  const slide = deck.slides[from];
  const aim = Math.max(0, Math.min(to, deck.slides.length - 1));
  if (!slide || aim === from) return deck;
  return { ...deck, slides: deck.slides.toSpliced(from, 1).toSpliced(aim, 0, slide) };
}

/** Takes a slide out, unless it is the last one. */
export function dropSlide(deck: Slides, id: string): Slides {
  const at = placeOf(deck, id);
  const slide = deck.slides[at];
  if (!slide || deck.slides.length === 1) return deck;
  return { slides: deck.slides.toSpliced(at, 1), dropped: [...deck.dropped, slide] };
}

/** Puts a slide that was taken out behind another one; at the end without one. */
export function putBack(deck: Slides, id: string, behind: string | undefined): Slides {
  const slide = deck.dropped.find((one) => one.id === id);
  if (!slide) return deck;
  const at = behind === undefined ? -1 : placeOf(deck, behind);
  return {
    slides: deck.slides.toSpliced(at === -1 ? deck.slides.length : at + 1, 0, slide),
    dropped: deck.dropped.filter((one) => one !== slide),
  };
}

/** Gives a slide another title or other points. An empty title changes nothing. */
export function rewriteSlide(
  deck: Slides,
  id: string,
  change: { title?: string; points?: string[] },
): Slides {
  const slide = deck.slides[placeOf(deck, id)];
  if (!slide) return deck;
  const title = change.title?.replace(/\s+/g, ' ').trim() || slide.title;
  const points =
    change.points?.map((point) => point.trim()).filter((point) => point !== '') ?? slide.points;
  if (title === slide.title && isSameList(points, slide.points)) return deck;
  return { ...deck, slides: deck.slides.with(placeOf(deck, id), { ...slide, title, points }) };
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/**
 * Returns slides as the service takes them. It keeps the points that are not given, which are the
 * unchanged ones.
 */
export function tellSlides(
  { slides }: Slides,
  known: Slides,
): { id: string; title: string; points?: string[] }[] {
  const before = new Map([...known.dropped, ...known.slides].map((slide) => [slide.id, slide]));
  return slides.flatMap(({ id, title, points }) => {
    const stored = before.get(id);
    if (!stored) return [];
    return [{ id, title, ...(!isSameList(points, stored.points) && { points }) }];
  });
}

/**
 * Lays a person's slides over others that were stored in the meantime: order, titles and points are
 * the person's; slides that the person has never seen follow at the end.
 */
export function layOver(mine: Slides, theirs: Slides): Slides {
  const all = new Map([...theirs.dropped, ...theirs.slides].map((slide) => [slide.id, slide]));
  const keep = ({ id, title, points }: Slide) => {
    const slide = all.get(id);
    return slide ? [{ ...slide, title, points }] : [];
  };
  const seen = new Set([...mine.slides, ...mine.dropped].map(({ id }) => id));
  const slides = [...mine.slides.flatMap(keep), ...theirs.slides.filter(({ id }) => !seen.has(id))];
  const shown = new Set(slides.map(({ id }) => id));
  return { slides, dropped: [...all.values()].filter(({ id }) => !shown.has(id)) };
}
