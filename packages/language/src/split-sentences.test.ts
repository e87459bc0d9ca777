import { expect, it } from 'vitest';
import { findSentenceEnds, splitSentences } from './split-sentences.ts';

// Each case is one paragraph, with a bar between its sentences.
// LAN-2
it.each([
  'Der Rat beschließt am 12. Juni 2027. | Das gilt z. B. für Dr. Müller bzw. Fr. Kaya. | Im 3. Quartal ist Schluss.',
  'Der Umsatz stieg auf 12. | Danach fiel er um ca. 3 Mio. Euro. | Vgl. Abb. 4.',
  'Der Preis liegt bei 3,50 Euro, d. h. er sinkt. | Die 2. Phase beginnt ab dem 1. Januar. | 14 Orte folgen.',
  'Die Kosten (inkl. MwSt.) betragen 4 Mrd. Euro. | Nr. 7 fehlt.',
  'C’est dit, p. ex. par M. Dupont, le 1er mars. | « Oui. » | Il part. | Le prix est de 1.234,5 M€. | C’est env. 3 %.',
  'Mme Leroy et le Dr Morel (cf. chap. 3) partent. | La S.A. Durand reste.',
  'El Sr. López vino el 12 de junio de 2027. | ¿Qué dijo? | ¡Nada! | La Dra. Ruiz, p. ej., no vino. | Véase la pág. 4.',
  'EE. UU. crece un 3,5 %. | El núm. 7 falta.',
  '売上は増えた。| 費用は12.5億円だった！| 本当か？| はい。',
  '彼は「増えた。」と言った。| 2027年6月12日に終わる。',
  'They came late. | 312 people left, e.g. Mr. Smith and J. R. Jones of Acme Inc. in the U.S. market. | It rose 3.5 %.',
  'The deadline is Jan. 5, 2027. | See Fig. 4 and No. 7 of vol. 2. | Was it so? | Yes!',
  'It ended at 12. | The rest followed. | “So it is.” | They left in May. | June was better.',
])('the sentences of: %s', (marked) => {
  const sentences = marked.split('|').map((sentence) => sentence.trim());
  expect(splitSentences(sentences.join(/[ぁ-ん]/.test(marked) ? '' : ' '))).toEqual(sentences);
});

it('keeps every character, and takes a line end for a space', () => {
  const text = 'Am 12.\nJuni endet es. Das ist\nz. B. so.\nGut.';
  expect(findSentenceEnds(text).at(-1)).toBe(text.length);
  expect(splitSentences(text)).toEqual(['Am 12.\nJuni endet es.', 'Das ist\nz. B. so.', 'Gut.']);
  expect(splitSentences('')).toEqual([]);
});
