import { expect, test } from 'vitest';
import { programs, requirePrograms } from './sandbox-programs.ts';

// SBX-12
test('the product does not start without the programs of the sandbox', () => {
  expect(() => requirePrograms()).not.toThrow();
  expect(() =>
    requirePrograms([...programs, { main: `${import.meta.dirname}/missing.js` }]),
  ).toThrow('npm run build makes them');
});
