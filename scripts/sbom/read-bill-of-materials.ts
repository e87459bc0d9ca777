import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Component = Type.Object({
  'bom-ref': Type.String({ minLength: 1 }),
  type: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
  purl: Type.String({ pattern: '^pkg:npm/' }),
});

const Bill = Type.Object({
  bomFormat: Type.Literal('CycloneDX'),
  specVersion: Type.Literal('1.5'),
  serialNumber: Type.String({ pattern: '^urn:uuid:[0-9a-f-]{36}$' }),
  version: Type.Literal(1),
  metadata: Type.Object({ component: Component }),
  components: Type.Array(Component, { minItems: 1 }),
  dependencies: Type.Array(
    Type.Object({ ref: Type.String(), dependsOn: Type.Optional(Type.Array(Type.String())) }),
  ),
});

/** The parts of a CycloneDX document that are checked; it has more. */
type BillOfMaterials = Static<typeof Bill>;

/**
 * Reads what `npm sbom` prints and names the product in it, because npm takes the folder's name.
 * Throws an Error when a required part is missing, a component is listed twice, or a dependency is
 * none of the components.
 */
export function readBillOfMaterials(output: string, productName: string): BillOfMaterials {
  const bill: unknown = JSON.parse(output);
  const [failure] = Value.Errors(Bill, bill);
  if (failure)
    throw new Error(
      `The bill of materials is not usable: ${failure.instancePath} ${failure.message}`,
    );
  const { components, metadata, dependencies } = bill as BillOfMaterials;
  const refs = [metadata.component, ...components].map((component) => component['bom-ref']);
  const known = new Set(refs);
  if (known.size < refs.length) throw new Error('The bill of materials lists a component twice');
  const unknown = dependencies
    .flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
    .find((ref) => !known.has(ref));
  if (unknown !== undefined)
    throw new Error(`The bill of materials lacks the component ${unknown}`);
  metadata.component.name = productName;
  return bill as BillOfMaterials;
}

/** The parts of `package-lock.json` that say what is installed for production. */
export interface LockFile {
  packages: Record<string, { name?: string; version?: string; dev?: boolean; link?: boolean }>;
}

/**
 * Returns the bill without what only development needs. npm itself would leave out every package
 * that some workspace lists for development, also where another one needs it in production. Throws
 * an Error when one of those is not listed.
 */
export function keepProduction(bill: BillOfMaterials, { packages }: LockFile): BillOfMaterials {
  const installed = Object.entries(packages).filter(
    ([place, { dev, link }]) => place !== '' && !dev && !link,
  );
  const wanted = new Set(
    installed.map(([place, { name, version }]) => `${name ?? nameOf(place)}@${version}`),
  );
  const components = bill.components.filter((component) => wanted.has(component['bom-ref']));
  const listed = new Set(components.map((component) => component['bom-ref']));
  const [missing] = wanted.difference(listed);
  if (missing !== undefined) throw new Error(`The bill of materials lacks ${missing}`);
  const root = bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies
    .filter(({ ref }) => ref === root || listed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => listed.has(other)),
    }));
  return { ...bill, components, dependencies };
}

const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
