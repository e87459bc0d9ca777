import { t, translated } from '../../base/language/translate.ts';

export const writingTexts = translated({
  title: (name: string) => t('Edit {name}', { name }),
  editor: 'Text of the document',
  documentTitle: 'Title',
  loading: 'Opening the editor',
  leave: 'Close',
  toolbar: {
    label: 'Format',
    hint: 'Press Alt+F10 for the toolbar, Escape to return to the text.',
    undo: 'Undo',
    redo: 'Redo',
    block: 'Paragraph style',
    noBlock: 'Other',
    blocks: {
      paragraph: 'Text',
      'heading-1': 'Title',
      'heading-2': 'Heading 1',
      'heading-3': 'Heading 2',
      'heading-4': 'Heading 3',
      code: 'Code',
    },
    bold: 'Bold',
    italic: 'Italic',
    code: 'Inline code',
    link: 'Link',
    bullets: 'List',
    numbers: 'Numbered list',
    quote: 'Quote',
    rule: 'Divider',
    footnote: 'Insert footnote',
    jump: 'Jump between footnote and text',
    table: 'Insert table',
    source: 'Markdown source',
  },
  tables: {
    rowAbove: 'Row above',
    rowBelow: 'Row below',
    columnBefore: 'Column before',
    columnAfter: 'Column after',
    deleteRow: 'Delete row',
    deleteColumn: 'Delete column',
    deleteTable: 'Delete table',
  },
  footnotes: { back: (label: string) => t('Back to footnote {label} in the text', { label }) },
  link: {
    title: 'Link',
    address: 'Address',
    apply: 'Apply',
    remove: 'Remove link',
    refused:
      'Enter an address that begins with https://, http:// or mailto:, or the name of a document.',
  },
  source: { label: 'Markdown source', hint: 'Changes here appear in the text after a moment.' },
  draft: {
    saving: 'Saving the draft…',
    saved: (ago: string) => t('Draft saved {ago}', { ago }),
    unchanged: 'No changes yet',
    notSaved: 'Not saved',
    failed:
      'The draft could not be saved. Your text stays on this page. Saving is retried every few seconds.',
    restored: (ago: string, version: number) =>
      t('This is your draft of version {version}, saved {ago}.', { version, ago }),
    discard: 'Discard draft',
    discardTitle: 'Discard your draft?',
    discardAdvice: (version: number) =>
      t('The text goes back to version {version}. This cannot be undone.', { version }),
  },
  save: {
    button: 'Save version',
    title: (version: number) => t('Save as version {version}', { version }),
    note: 'What did you change? (optional)',
    noteHint: 'Colleagues see this in the list of versions.',
    submit: 'Save',
    saved: (version: number) => t('Saved as version {version}', { version }),
  },
  others: {
    editing: (names: string, people: number) =>
      t('{names} {people, plural, one {is} other {are}} editing this document too.', {
        names,
        people,
      }),
    advice: 'Whoever saves second merges both texts section by section. Nothing is lost.',
    newer: (version: number, name: string | null) =>
      name === null
        ? t('Version {version} has been saved.', { version })
        : t('{name} has saved version {version}.', { name, version }),
    newerAdvice: 'Merge it with your text before you save. Your draft is kept.',
    merge: 'Merge',
  },
  merge: {
    title: 'Merge with the latest version',
    none: (version: number) =>
      t(
        'Your changes and those of version {version} are in different sections. All of them are kept.',
        { version },
      ),
    some: (sections: number) =>
      t(
        '{sections, plural, one {# section} other {# sections}} changed in both texts. Choose what to keep of each. Everything else is merged.',
        { sections },
      ),
    conflict: (heading: string) => t('Section “{heading}”', { heading }),
    top: 'Text above the first heading',
    mine: 'Your text',
    theirs: (version: number) => t('Version {version}', { version }),
    removed: 'Removed',
    choose: { mine: 'Keep yours', theirs: 'Keep theirs', both: 'Keep both' },
    apply: 'Use the merged text',
    cancel: 'Not now',
    done: (version: number) =>
      t('Merged with version {version}. Save when you are ready.', { version }),
  },
  sections: {
    title: 'Who wrote what',
    note: 'A locked section keeps its words when an agent reruns the document.',
    top: 'Beginning',
    by: (name: string, version: number) => t('{name} · version {version}', { name, version }),
    lock: (heading: string) => t('Lock “{heading}” against reruns', { heading }),
    unlock: (heading: string) => t('Unlock “{heading}” for reruns', { heading }),
    locked: 'Locked',
  },
});
