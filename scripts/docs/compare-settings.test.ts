import { expect, test } from 'vitest';
import {
  compareSettings,
  readDeclaredSettings,
  readDocumentedSettings,
} from './compare-settings.ts';

test('reports settings without a line and lines without a setting', () => {
  const source =
    'const Environment = Type.Object({\n  PORT: Type.Optional(Port),\n  HOST: Type.String(),\n});\nconst A = 1;';
  const page = '| variable | default |\n|---|---|\n| `PORT`, `COLOUR` | 3000 |\n';
  expect(compareSettings(readDeclaredSettings(source), readDocumentedSettings(page))).toEqual({
    missing: ['HOST'],
    dead: ['COLOUR'],
  });
});
