import { t, translated } from '../../base/language/translate.ts';

export const slidesTexts = translated({
  title: 'Slides',
  pageTitle: (name: string) => t('Slides: {name}', { name }),
  list: 'Slides in their order',
  listHint:
    'Arrow keys choose a slide. Alt with an arrow key moves it, Enter changes its title, Delete leaves it out.',
  slide: (number: number, title: string) => t('{number}. {title}', { number, title }),
  place: (number: number, all: number) => t('Slide {number} of {all}', { number, all }),
  kind: {
    title: 'Title slide',
    summary: 'Summary',
    exhibit: 'Exhibit',
    comparison: 'Comparison',
    timeline: 'Timeline',
    risks: 'Risks',
    next_steps: 'Next steps',
    sources: 'Sources',
  },
  charts: {
    column: 'Column chart',
    bar: 'Bar chart',
    line: 'Line chart',
    waterfall: 'Waterfall chart',
    stacked: 'Stacked column chart',
    scatter: 'Scatter chart',
  },
  audience: 'Who gets the slides',
  get team() {
    return t('For the team', {}, 'slides');
  },
  client: 'For the client',
  clientHint:
    'This is what a client’s deck has: no notes, no ids. Change the slides under “For the team”.',
  actions: {
    earlier: 'Move earlier',
    later: 'Move later',
    editTitle: 'Change the title',
    editPoints: 'Change the points',
    addPoints: 'Add points',
    leaveOut: 'Leave out',
    undo: 'Undo',
    present: 'Present',
    download: 'Download PPTX',
    downloadShort: 'Download',
    more: 'More',
    write: 'Write with a model…',
    startOver: 'Start over from the documents…',
    retry: 'Save again',
  },
  editing: {
    title: 'Title of the slide',
    points: 'Points, one in a line',
    words: (words: number, most: number) => t('{words} of {most} words', { words, most }),
    done: 'Done',
  },
  told: {
    moved: (place: number, all: number) => t('Now slide {place} of {all}', { place, all }),
    leftOut: (title: string) => t('Left out: {title}', { title }),
    putBack: (title: string) => t('Put back: {title}', { title }),
    undone: 'Undone',
  },
  state: { saved: 'Saved', saving: 'Saving…', failed: 'Not saved' },
  leftOut: {
    title: (count: number) =>
      t('{count, plural, one {# slide left out} other {# slides left out}}', { count }),
    putBack: 'Put back',
    putBackOne: (title: string) => t('Put back “{title}”', { title }),
  },
  findings: {
    title: 'The check doubts a statement',
    badge: 'Has something to check',
  },
  notes: {
    title: (count: number) =>
      t('{count, plural, one {# note for the speaker} other {# notes for the speaker}}', { count }),
    none: 'This slide has no notes.',
  },
  conflict: {
    title: 'Somebody else has changed these slides',
    advice: 'Your changes are still here and not saved yet.',
    mine: 'Keep mine',
    theirs: 'Show theirs',
  },
  unsaved: {
    title: 'Leave the slides?',
    advice: 'Your last change is not saved yet.',
    confirm: 'Leave without saving',
  },
  stale: {
    one: (title: string) =>
      t('“{title}” has a newer version than the slides. Write them again, or start over.', {
        title,
      }),
    other:
      'The documents have changed since the slides were made. Write them again, or start over.',
  },
  writing: {
    title: 'A model is writing the slides',
    advice: 'This takes a minute or two. Until it is done, you see the slides from before.',
  },
  failed: {
    title: 'The model has not written the slides',
    budget_exhausted: 'The budget of the engagement is used up.',
    tenant_spend_limit: 'The workspace has spent what a day allows.',
    no_answer: 'It gave no answer that can be used.',
    stopped: 'Somebody stopped it.',
    engine_error: 'The engine failed. Try again.',
    kept: 'The slides from before are kept.',
  },
  origin: {
    documents: 'From the documents, by rules',
    model: 'Written by a model',
    person: 'Changed by a person',
  },
  master: (filename: string) => t('The download is written into “{filename}”', { filename }),
  write: {
    title: 'Write the slides with a model?',
    lead: 'A model reads the documents and writes the slides anew: one message each, with the exhibit that shows it. It adds no facts, and each statement is checked.',
    replaces: 'It replaces the order, titles and points that are here now.',
    left: (left: string) =>
      t('It may cost at most what is left of the engagement’s budget: {left}.', { left }),
    last: (cost: string) => t('The last time it cost {cost}.', { cost }),
    noModel:
      'No model is connected. The offline model writes the slides at no cost, from the documents by rules.',
    confirm: 'Write the slides',
  },
  startOver: {
    title: 'Start over from the documents?',
    lead: 'The slides will follow from the documents again. Your order, titles and points are lost, and so is what a model wrote.',
    confirm: 'Start over',
    done: 'The slides follow from the documents',
  },
  none: {
    title: 'No slides yet',
    advice: 'Slides are made of documents. The first run writes them.',
    action: 'Go to the plan',
  },
  made: 'Downloaded',
  making: 'Making the file…',
  present: {
    label: 'Presentation',
    close: 'End the presentation',
    next: 'Next slide',
    previous: 'Previous slide',
  },
});
