import { expect, test } from 'vitest';
import { readBillOfMaterials } from './read-bill-of-materials.ts';

const component = (name: string) => {
  return { 'bom-ref': `${name}@1.0.0`, type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` };
};
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000',
  version: 1,
  metadata: { component: component('checkout') },
  components: [component('server'), { ...component('parser'), licenses: [{ license: { id: 'MIT' } }] }],
  dependencies: [
    { ref: 'checkout@1.0.0', dependsOn: ['server@1.0.0'] },
    { ref: 'server@1.0.0', dependsOn: ['parser@1.0.0'] },
  ],
};
const read = (changes: object) => readBillOfMaterials(JSON.stringify({ ...bill, ...changes }), 'product');

test('names the product and keeps everything else', () => {
  const named = { component: { ...component('checkout'), name: 'product' } };
  expect(read({})).toEqual({ ...bill, metadata: named });
});

test.each([
  ['another format', { bomFormat: 'SPDX' }, '/bomFormat'],
  ['no components', { components: [] }, '/components'],
  ['a component without a version', { components: [{ ...component('server'), version: undefined }] }, '/components/0'],
  ['a component twice', { components: [component('server'), component('server')] }, 'lists a component twice'],
  ['an unknown dependency', { components: [component('server')] }, 'lacks the component parser@1.0.0'],
])('refuses %s', (_what, changes, message) => {
  expect(() => read(changes)).toThrow(message);
});
