import { expect, test } from 'vitest';
import { keepProduction, readBillOfMaterials } from './read-bill-of-materials.ts';

const component = (name: string) => {
  return {
    'bom-ref': `${name}@1.0.0`,
    type: 'library',
    name,
    version: '1.0.0',
    purl: `pkg:npm/${name}@1.0.0`,
  };
};
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000',
  version: 1,
  metadata: { component: component('checkout') },
  components: [
    component('server'),
    { ...component('parser'), licenses: [{ license: { id: 'MIT' } }] },
  ],
  dependencies: [
    { ref: 'checkout@1.0.0', dependsOn: ['server@1.0.0'] },
    { ref: 'server@1.0.0', dependsOn: ['parser@1.0.0'] },
  ],
};
const read = (changes: object) =>
  readBillOfMaterials(JSON.stringify({ ...bill, ...changes }), 'product');

test('names the product and keeps everything else', () => {
  const named = { component: { ...component('checkout'), name: 'product' } };
  expect(read({})).toEqual({ ...bill, metadata: named });
});

test.each([
  ['another format', { bomFormat: 'SPDX' }, '/bomFormat'],
  ['no components', { components: [] }, '/components'],
  [
    'a component without a version',
    { components: [{ ...component('server'), version: undefined }] },
    '/components/0',
  ],
  [
    'a component twice',
    { components: [component('server'), component('server')] },
    'lists a component twice',
  ],
  [
    'an unknown dependency',
    { components: [component('server')] },
    'lacks the component parser@1.0.0',
  ],
])('refuses %s', (_what, changes, message) => {
  expect(() => read(changes)).toThrow(message);
});

test('leaves out what only development needs, at any depth', () => {
  const packages = {
    '': { name: 'checkout', version: '1.0.0' },
    'node_modules/server': { version: '1.0.0' },
    'node_modules/server/node_modules/parser': { version: '1.0.0', dev: true },
    'node_modules/linked': { link: true },
  };
  expect(keepProduction(read({}), { packages })).toMatchObject({
    components: [{ name: 'server' }],
    dependencies: [
      { ref: 'checkout@1.0.0', dependsOn: ['server@1.0.0'] },
      { ref: 'server@1.0.0', dependsOn: [] },
    ],
  });
  const more = { ...packages, 'packages/new': { name: '@x/new', version: '2.0.0' } };
  expect(() => keepProduction(read({}), { packages: more })).toThrow('lacks @x/new@2.0.0');
});
