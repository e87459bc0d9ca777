import { type BuiltSlide, type RuleSlides, sourcesSlide } from './build-slides.ts';
import type { DeckContent } from './deck-content.ts';
import { joinPlaces, nameSourcesOf, noteFootnotes } from './footnote-sources.ts';
import type { StoredSlide } from './storyline-rows.ts';

/** A slide with what the latest versions say at its place. */
interface FoundSlide extends BuiltSlide {
  /** The slide by rules in its place, with the texts of the documents; null without one. */
  rule: BuiltSlide | null;
}

/**
 * Finds what a stored slide shows in the latest versions: the slide of its id, else the exhibit at
 * its place. Null if its exhibit is gone.
 */
export function findSlide(
  slide: StoredSlide,
  { slides, spare }: RuleSlides,
  { subject, documents }: DeckContent,
): FoundSlide | null {
  const { id, kind, place, cites } = slide;
  const byRules = [...slides, ...spare];
  const same =
    byRules.find((one) => one.id === id) ??
    byRules.find((one) => place !== null && one.place !== null && isSamePlace(one.place, place));
  if (!same && (place !== null || slide.title === null)) return null;
  const rule = same && (same.id === id || slide.title === null) ? same : null;
  const known = new Set(
    same?.cites.flatMap(({ filename, labels }) => labels.map((label) => `${filename}\n${label}`)),
  );
  const cited = cites.flatMap(({ filename, labels }) => {
    const document = documents.find((one) => one.filename === filename);
    const more = labels.filter((label) => !known.has(`${filename}\n${label}`));
    return document && more.length > 0 ? [{ document, labels: more }] : [];
  });
  const texts = {
    title: slide.title ?? same?.title ?? '',
    points: slide.points ?? same?.points ?? [],
  };
  if (rule && (slide.title === null || cited.length === 0)) return { ...rule, ...texts, id, rule };
  const named = [
    ...(same?.named ?? []),
    ...cited.flatMap(({ document, labels }) => nameSourcesOf(document, labels)),
  ];
  const own = subject.hasNotes
    ? cited.flatMap(({ document, labels }) => noteFootnotes(document, labels))
    : [];
  return {
    id,
    kind,
    ...texts,
    place,
    cites,
    named,
    rule,
    chart: same?.chart ?? null,
    table: same?.table ?? null,
    sources: named.length > 0 ? joinPlaces(named) : (same?.sources ?? []),
    notes: [...new Set([...own, ...(same?.notes ?? [])])],
  };
}

const isSamePlace = (
  one: NonNullable<BuiltSlide['place']>,
  other: NonNullable<BuiltSlide['place']>,
): boolean =>
  one.filename === other.filename && one.type === other.type && one.number === other.number;

/**
 * Returns stored slides with what the latest versions show at their places. Slides whose exhibit is
 * gone are left out.
 */
export function placeSlides(
  stored: readonly StoredSlide[],
  byRules: RuleSlides,
  content: DeckContent,
): BuiltSlide[] {
  const placed: BuiltSlide[] = stored.flatMap((slide) => findSlide(slide, byRules, content) ?? []);
  return placed.flatMap((slide) => {
    if (slide.kind !== 'sources') return slide;
    const sources = sourcesSlide(content.subject, placed);
    return sources.table === null && slide.points.length === 0
      ? []
      : { ...sources, title: slide.title };
  });
}
