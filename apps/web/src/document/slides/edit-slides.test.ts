import type { Slide } from '@ecp/contract/work/slides';
import { describe, expect, it } from 'vitest';
import {
  dropSlide,
  layOver,
  moveSlide,
  putBack,
  rewriteSlide,
  type Slides,
  tellSlides,
} from './edit-slides.ts';

const slide = (id: string, title = id): Slide => ({
  id,
  kind: 'exhibit',
  title,
  points: ['one'],
  chart: null,
  table: null,
  sources: [],
  notes: [],
});
const deck: Slides = { slides: ['a', 'b', 'c'].map((id) => slide(id)), dropped: [slide('x')] };
const idsOf = ({ slides, dropped }: Slides) =>
  [slides, dropped].map((list) => list.map(({ id }) => id).join(''));

// DKP-2
describe('slides of a deck', () => {
  it('move, leave and come back', () => {
    expect(idsOf(moveSlide(deck, 'c', 0))).toEqual(['cab', 'x']);
    expect(idsOf(moveSlide(deck, 'a', 9))).toEqual(['bca', 'x']);
    expect(moveSlide(deck, 'a', -1)).toBe(deck);
    const dropped = dropSlide(deck, 'b');
    expect(idsOf(dropped)).toEqual(['ac', 'xb']);
    expect(idsOf(putBack(dropped, 'b', 'a'))).toEqual(['abc', 'x']);
    const last = { slides: [slide('a')], dropped: [] };
    expect(dropSlide(last, 'a')).toBe(last);
  });

  it('get titles and points, and keep a title rather than none', () => {
    expect(rewriteSlide(deck, 'a', { title: ' New\nwords ' }).slides[0]?.title).toBe('New words');
    expect(rewriteSlide(deck, 'a', { title: '  ' })).toBe(deck);
    expect(rewriteSlide(deck, 'a', { points: ['two', ' '] }).slides[0]?.points).toEqual(['two']);
  });

  it('tell the service the order, the titles, and the points that changed', () => {
    const changed = rewriteSlide(moveSlide(deck, 'c', 0), 'b', { points: ['two'] });
    expect(tellSlides(changed, deck)).toEqual([
      { id: 'c', title: 'c' },
      { id: 'a', title: 'a' },
      { id: 'b', title: 'b', points: ['two'] },
    ]);
    expect(tellSlides({ slides: [slide('gone')], dropped: [] }, deck)).toEqual([]);
  });

  it('are laid over those of somebody else without a loss', () => {
    const mine = rewriteSlide(moveSlide(dropSlide(deck, 'a'), 'c', 0), 'c', { title: 'Mine' });
    const theirs: Slides = {
      slides: [slide('b', 'Theirs'), slide('c'), slide('n')],
      dropped: [slide('a')],
    };
    const both = layOver(mine, theirs);
    expect(idsOf(both)).toEqual(['cbn', 'a']);
    expect(both.slides[0]?.title).toBe('Mine');
  });
});
