import { writeLowered, writeRaised } from '@ecp/language/raised-text';

/** An item of a page's content as pdf.js gives it: a stretch of text, or a mark that opens or closes around some. */
export interface PdfItem {
  str?: string;
  /** Scale and place: the last two are the start of its baseline in points, from the lower left corner. */
  transform?: number[];
  width?: number;
  hasEOL?: boolean;
  type?: string;
  id?: string | null;
  tag?: string;
}

/** A text beside the content of a page, such as the value of a field: where it stands, in points. */
export interface PlacedText {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Raised and lowered text is smaller than this part of its line's, and shifted by at least these parts of its size. */
const smaller = 0.87;
const leastRise = 0.12;
const leastFall = 0.04;
/** The rise of text of the same size. */
const leastOwnRise = 0.25;
/** Longer text is no mark and no exponent. */
const longest = 14;

interface Place {
  left: number;
  right: number;
  baseline: number;
  size: number;
}

/** Returns where an upright text stands; null for a blank, a turned or an unplaced one. */
function placeOf({ str = '', transform, width = 0 }: PdfItem): Place | null {
  const [a = 0, b = 0, , d = 0, left = 0, baseline = 0] = transform ?? [];
  if (str.trim() === '' || a <= 0 || d <= 0 || Math.abs(b) > a / 20) return null;
  return { left, right: left + width, baseline, size: d };
}

/**
 * Writes raised and lowered items as signs that join no number (writeRaised). What is raised is told by its size and
 * baseline beside the item before it on its line, or the one behind it.
 */
export function spellRaisedItems(items: readonly PdfItem[]): PdfItem[] {
  const spelled = items.map((item) => ({ ...item }));
  const texts = spelled.filter(({ str, type }) => str !== undefined && type === undefined);
  let line = '';
  let base: Place | null = null;
  for (let at = 0; at < texts.length; ) {
    const item = texts[at] as PdfItem;
    const place = placeOf(item);
    const beside = place && (base ?? (item.hasEOL ? null : nextPlace(texts, at)));
    const position = place && beside ? positionOf(item, place, beside) : null;
    let end = at + 1;
    if (place && beside && position !== null) {
      let right = place.right;
      for (; end < texts.length && !texts[end - 1]?.hasEOL; end += 1) {
        const next = texts[end] as PdfItem;
        const nextPlaceOfItem = placeOf(next);
        const follows = nextPlaceOfItem && nextPlaceOfItem.left - right < beside.size / 2;
        if (!follows || positionOf(next, nextPlaceOfItem, beside) !== position) break;
        right = nextPlaceOfItem.right;
      }
      const run = texts.slice(at, end);
      const text = run.map(({ str = '' }) => str).join('');
      const after = texts[end - 1]?.hasEOL ? '' : (texts[end]?.str ?? '');
      const isFraction = /^\s*[/⁄]/.test(after) || /[/⁄]\s*$/.test(line);
      const written = position === 'raised' ? writeRaised(line, text, after) : writeLowered(line, text);
      if (!isFraction) for (const [index, each] of run.entries()) each.str = index === 0 ? written : '';
    } else if (place) base = place;
    for (; at < end; at += 1) {
      const { str = '', hasEOL } = texts[at] as PdfItem;
      line = hasEOL ? '' : (line + str).slice(-24);
      if (hasEOL) base = null;
    }
  }
  return spelled;
}

/** Returns the place of the next text of a line. */
function nextPlace(texts: readonly PdfItem[], from: number): Place | null {
  for (let at = from + 1; at < Math.min(texts.length, from + 4); at += 1) {
    const place = placeOf(texts[at] as PdfItem);
    if (place) return place;
    if (texts[at]?.hasEOL) return null;
  }
  return null;
}

function positionOf({ str = '' }: PdfItem, own: Place, base: Place): 'raised' | 'lowered' | null {
  if (str.trim().length > longest) return null;
  const rise = (own.baseline - base.baseline) / base.size;
  const gap = Math.max(own.left - base.right, base.left - own.right);
  if (Math.abs(rise) > 1 || gap > base.size * 2 || (own.left > base.left && gap > base.size)) return null;
  if (own.size <= base.size * smaller) return rise >= leastRise ? 'raised' : rise <= -leastFall ? 'lowered' : null;
  const isLevel = own.size > base.size * 1.05;
  return !isLevel && rise >= leastOwnRise && /^\s*[\d,[\]()*†‡]+\s*$/.test(str) ? 'raised' : null;
}

/** This many texts are placed among the content of a page. Further texts stand at its end. */
const mostPlaced = 2_000;
/** Items of a line that are looked at for one text. */
const mostBeside = 400;

/**
 * Puts texts among the items of a page: behind what stands left of them on their line, else before what stands right of
 * them, else behind the line above.
 */
export function placeTexts(items: readonly PdfItem[], texts: readonly PlacedText[]): PdfItem[] {
  const placed = readPlaced(items);
  const inOrder = texts.toSorted((one, other) => other.bottom - one.bottom || one.left - other.left);
  const behind = new Map<number, string[]>();
  const before = new Map<number, string[]>();
  const put = (map: Map<number, string[]>, at: number, text: string) => {
    const own = map.get(at) ?? [];
    own.push(text);
    map.set(at, own);
  };
  for (const [index, { text, left, right, bottom, top }] of inOrder.entries()) {
    const line = index < mostPlaced ? itemsBeside(placed, bottom, top) : [];
    const label = line.filter((item) => item.right <= left + 4).toSorted((a, b) => b.right - a.right)[0];
    const follower = line.filter((item) => item.left >= right - 4).toSorted((a, b) => a.left - b.left)[0];
    const above = index < mostPlaced ? firstAbove(placed, top) : undefined;
    if (label) put(behind, label.at, ` ${text}`);
    else if (follower) put(before, follower.at, `${text} `);
    else if (above) put(behind, above.at, `\n${text}`);
    else put(behind, index < mostPlaced ? -1 : items.length - 1, `\n${text}\n`);
  }
  const start = (behind.get(-1) ?? []).map((str): PdfItem => ({ str }));
  return [
    ...start,
    ...items.flatMap((item, at): PdfItem[] => {
      const [ahead, after] = [before.get(at) ?? [], behind.get(at) ?? []];
      if (ahead.length + after.length === 0) return [item];
      const added = after.map((str): PdfItem => ({ str }));
      const last = added.at(-1);
      if (last && item.hasEOL) last.hasEOL = true;
      const own = last ? { ...item, hasEOL: false } : item;
      return [...ahead.map((str): PdfItem => ({ str })), own, ...added];
    }),
  ];
}

type PlacedItem = Place & { at: number };

/** Lists the items that show text, with their index, from the bottom to the top; without running heads and feet. */
function readPlaced(items: readonly PdfItem[]): PlacedItem[] {
  const placed: PlacedItem[] = [];
  const open: boolean[] = [];
  for (const [at, item] of items.entries()) {
    if (item.type === 'endMarkedContent') open.pop();
    else if (item.type !== undefined) open.push(item.tag === 'Artifact' || (open.at(-1) ?? false));
    const place = open.at(-1) ? null : placeOf(item);
    if (place) placed.push({ ...place, at });
  }
  return placed.sort((one, other) => one.baseline - other.baseline || one.at - other.at);
}

/** Letters reach this part of their size below the baseline, and above it. */
const [depth, height] = [0.2, 0.75];
/** The part of the size of a text that must overlap a field that stands on its line. */
const leastOverlap = 0.35;

function itemsBeside(placed: readonly PlacedItem[], bottom: number, top: number): PlacedItem[] {
  const from = lowerBound(placed, bottom - 12);
  return placed.slice(from, from + mostBeside).filter(({ baseline, size }) => {
    const overlap = Math.min(top, baseline + height * size) - Math.max(bottom, baseline - depth * size);
    return overlap >= leastOverlap * size;
  });
}

/** Returns the last item of the nearest line above a height. */
function firstAbove(placed: readonly PlacedItem[], top: number): PlacedItem | undefined {
  const from = lowerBound(placed, top);
  const line = placed[from];
  if (!line) return undefined;
  const beside = placed
    .slice(from, from + mostBeside)
    .filter(({ baseline }) => baseline < line.baseline + line.size / 2);
  return beside.toSorted((one, other) => other.at - one.at)[0];
}

/** Returns the index of the first item that is not below a height. */
function lowerBound(placed: readonly PlacedItem[], height: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.baseline ?? 0) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}
