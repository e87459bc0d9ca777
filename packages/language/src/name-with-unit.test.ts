import { expect, it } from 'vitest';
import { nameWithUnit } from './name-with-unit.ts';

it.each([
  ['Anteil (%)', '%', 'Anteil (%)'],
  ['Share in %', '%', 'Share in %'],
  ['Lagerwert', 'T€', 'Lagerwert (T€)'],
  ['Lagerwert (T€)', 'T€', 'Lagerwert (T€)'],
  ['Mass per sum', 'm', 'Mass per sum (m)'],
  ['Cars', null, 'Cars'],
])('“%s” with the unit %s is “%s”', (name, unit, shown) => {
  expect(nameWithUnit(name, unit)).toBe(shown);
});
