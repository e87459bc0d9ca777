import type { Language } from '@ecp/language/language';
import type { RuleCase } from './rule-case.ts';

type Line = [claim: string, source: string, state: RuleCase['state']];
const en: Line[] = [
  ['The lease ends on 30 September 2028.', 'The lease ends on 30 June 2028.', 'unsupported'],
  ['The lease ends on 30 June 2028.', 'The lease ends on 2028-06-30.', 'verified'],
  ['The lease ends on 2028-09-30.', 'The lease ends on June 30, 2028.', 'unsupported'],
  ['The lease ends in June 2028.', 'The lease ends on Friday, 30 June 2028.', 'verified'],
  ['The lease ends in July 2028.', 'The lease ends on 30 June 2028.', 'unsupported'],
  ['The lease ends on 30 July.', 'The lease ends on 30 June 2028.', 'unsupported'],
  ['The lease ends on Monday, 30 June 2028.', 'The lease ends on Friday, 30 June 2028.', 'unsupported'],
  ['The lease ends on Monday, 30 June 2028.', 'The lease ends on 2028-06-30.', 'unsupported'],
  ['The stall sold 40 pies in May.', 'In June, the stall sold 40 pies.', 'unsupported'],
  ['The fair ran from 3 to 9 March 2025.', 'The fair ran from 3 March to 9 March 2025.', 'verified'],
  ['The fair ran from 3–9 April 2025.', 'The fair ran from 3 March to 9 March 2025.', 'unsupported'],
  ['The fair ran from 3 April to 9 May 2025.', 'The fair ran from 3 March to 9 May 2025.', 'unsupported'],
  ['Rents rose in the third quarter of 2025.', 'Rents rose in Q2 2025.', 'unsupported'],
  ['Rents rose in the first half of 2025.', 'Rents rose in H1 2025.', 'verified'],
  ['Rents rose in the second quarter of 2025.', 'Rents rose in May 2025.', 'verified'],
  ['Rents rose in the first half of 2025.', 'Rents rose in October 2025.', 'unsupported'],
  ['The visa ends on 5 July 2026.', 'The visa ends on 05/07/2026.', 'verified'],
  ['The visa ends on 5 August 2026.', 'The visa ends on 05/07/2026.', 'unsupported'],
  ['The bond runs 24 months, to 1 April 2029.', 'The bond begins on 1 April 2027 and runs 24 months.', 'verified'],
  ['The works of April 2025 cost 40 pounds.', 'From 1 March to 30 May 2025 the works cost 40 pounds.', 'verified'],
  ['They may sell 40 pies and march on.', 'They may sell 40 pies and march on in June.', 'verified'],
];
const de: Line[] = [
  ['Die Miete endet am 30. September 2028.', 'Die Miete endet am 30. Juni 2028.', 'unsupported'],
  ['Die Miete endet am 30. Juni 2028.', 'Die Miete endet am 30.06.2028.', 'verified'],
  ['Die Miete endet am 30.9.2028.', 'Die Miete endet am Freitag, dem 30. Juni 2028.', 'unsupported'],
  ['Die Messe lief vom 3. März bis 9. Mai 2025.', 'Die Messe lief vom 03.03. bis 09.05.2025.', 'verified'],
  ['Die Messe lief vom 3. April bis 9. Mai 2025.', 'Die Messe lief vom 03.03. bis 09.05.2025.', 'unsupported'],
  ['Im dritten Quartal 2025 stiegen die Mieten.', 'Im zweiten Quartal 2025 stiegen die Mieten.', 'unsupported'],
  ['In der ersten Jahreshälfte 2025 stiegen die Mieten.', 'Im 1. Halbjahr 2025 stiegen die Mieten.', 'verified'],
  ['Die Halle öffnete im Juli 2019.', 'Die Halle öffnete im Juni 2019.', 'unsupported'],
];
const fr: Line[] = [
  ['Le bail expire le 30 juillet 2028.', 'Le bail expire le 30 juin 2028.', 'unsupported'],
  ['Le bail expire le 30 juin 2028.', 'Le bail expire le 30/06/2028.', 'verified'],
  ['Le bail expire le 1er mai 2028.', 'Le bail expire le 2028-03-01.', 'unsupported'],
  ['La halle a ouvert en juillet 2019.', 'La halle a ouvert le mardi 4 juin 2019.', 'unsupported'],
  ['Les loyers ont monté au troisième trimestre 2025.', 'Les loyers ont monté au T2 2025.', 'unsupported'],
  ['Les loyers ont monté au premier semestre 2025.', 'Les loyers ont monté au second semestre 2025.', 'unsupported'],
];
const es: Line[] = [
  ['El alquiler vence el 30 de julio de 2028.', 'El alquiler vence el 30 de junio de 2028.', 'unsupported'],
  ['El alquiler vence el 30 de junio de 2028.', 'El alquiler vence el viernes 30/06/2028.', 'verified'],
  ['La feria va del 3 al 9 de abril de 2025.', 'La feria va del 3 al 9 de marzo de 2025.', 'unsupported'],
  [
    'Las rentas subieron en el primer semestre de 2025.',
    'Las rentas subieron en el segundo semestre de 2025.',
    'unsupported',
  ],
];
const ja: Line[] = [
  ['賃貸は2028年9月30日に終わる。', '賃貸は2028年6月30日に終わる。', 'unsupported'],
  ['賃貸は2028年6月30日に終わる。', '賃貸は2028-06-30に終わる。', 'verified'],
  ['賃貸は令和10年6月30日に終わる。', '賃貸は2028年6月30日(金)に終わる。', 'verified'],
  ['家賃は2025年上半期に上がった。', '家賃は2025年下半期に上がった。', 'unsupported'],
  ['家賃は2025年第3四半期に上がった。', '家賃は2025年第2四半期に上がった。', 'unsupported'],
];

/** Another day, month, quarter, half year or weekday, in the forms of five languages. */
export const dateCases: RuleCase[] = Object.entries({ en, de, fr, es, ja }).flatMap(([language, lines]) =>
  lines.map(([claim, source, state]) => ({ claim, source, state, language: language as Language })),
);
