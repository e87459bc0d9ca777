/** Texts about the finished sample. */
export const sampleTexts = {
  open: 'Open a finished sample',
  opening: 'Opening…',
  badge: 'Sample',
  notice:
    'A finished sample: an invented client, documents written by hand in the form that agents write, every figure checked against its source. It costs nothing and is in no statistics. Delete it whenever you like.',
  rerun: 'See the price of running it on your models',
} as const;
