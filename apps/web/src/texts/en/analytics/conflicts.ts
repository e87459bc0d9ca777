import { countOf } from '../shared/count-of.ts';

/** Texts of the conflicts of an engagement. */
export const conflictTexts = {
  list: 'Conflicts',
  summary(open: number, settled: number): string {
    const counts = [open > 0 && `${countOf(open, 'open conflict')}`, settled > 0 && `${settled} settled`];
    return counts.filter(Boolean).join(', ');
  },
  open: 'Open',
  settled: 'Settled',
  kind: { sources: 'Sources differ', documents: 'Documents differ' },
  values: (about: string) => `Values of ${about}`,
  holds: 'Holds',
  noneHolds: 'None of the values holds.',
  settle: 'Settle',
  settleAnew: 'Settle anew',
  form: {
    label: (about: string) => `Settle ${about}`,
    which: 'Which value holds?',
    none: 'None of them',
    noneHint: 'The reason says what holds instead.',
    unchosen: 'Choose a value, or none of them.',
    reason: 'Why',
    hint: (key: string) => `Agents read it when they write next. ${key} + Enter sends it.`,
    empty: 'Say why, so that others can follow the decision.',
    cancel: 'Cancel',
    send: 'Settle',
    done: 'Settled',
    told: 'The next run and reruns of the documents follow it.',
  },
} as const;
