import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFolder = join(root, 'packages/sdk');

/** Name of the package that integrators install. */
export const clientName = 'engagement-consulting-client';

/** Modules that integrators import, by the subpath of the package. */
const entries = {
  '.': 'create-client',
  './verify-webhook': 'verify-webhook',
};

/**
 * Packs the typed client for programs outside of this repository: JavaScript and declarations,
 * whose dependencies are public packages alone. Writes `<clientName>-<version>.tgz` into `folder`
 * and returns its absolute path.
 */
export async function packClient(folder: string): Promise<string> {
  const staging = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    await compile(staging);
    await writeManifest(staging);
    await writeFile(
      join(staging, 'README.md'),
      await readFile(join(packageFolder, 'INSTALLED.md')),
    );
    await mkdir(folder, { recursive: true });
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: staging,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(folder, filename);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Compiles the client, and the declarations of the contract's types that it names. */
async function compile(staging: string): Promise<void> {
  const output = join(staging, 'lib');
  const project = join(staging, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    allowImportingTsExtensions: false,
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
    typeRoots: [join(root, 'node_modules/@types')],
    rootDir: join(root, 'packages'),
    outDir: output,
    // Sources of a package in node_modules are not compiled, and those of the contract are linked
    // there.
    paths: { '@ecp/contract/*': [join(root, 'packages/contract/src/*.ts')] },
  };
  const files = Object.values(entries).map((entry) => join(packageFolder, 'src', `${entry}.ts`));
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files };
  await writeFile(project, JSON.stringify(settings));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], {
    stdio: 'inherit',
  });
  await rm(project);
  for (const path of await readdir(output, { recursive: true })) {
    if (path.startsWith(`contract${sep}`) && path.endsWith('.js')) await rm(join(output, path));
    else if (path.endsWith('.d.ts')) await relateImports(output, path);
  }
}

/**
 * Replaces the contract's package name in a declaration by the path to its declarations beside it.
 */
async function relateImports(output: string, path: string): Promise<void> {
  const file = join(output, path);
  const text = await readFile(file, 'utf8');
  const contract = relative(dirname(file), join(output, 'contract/src')).split(sep).join('/');
  const prefix = contract.startsWith('.') ? contract : `./${contract}`;
  await writeFile(file, text.replace(/(['"])@ecp\/contract\/([\w/-]+)\1/g, `$1${prefix}/$2.js$1`));
}

/** Writes the package's manifest. Declarations of the contract need `typebox`. */
async function writeManifest(staging: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const { '@ecp/contract': _, ...dependencies } = manifest.dependencies;
  const exported = Object.entries(entries).map(([subpath, entry]) => {
    const module = `./lib/sdk/src/${entry}`;
    return [subpath, { types: `${module}.d.ts`, default: `${module}.js` }];
  });
  const published = {
    name: clientName,
    version: manifest.version,
    description:
      'Typed client of the Engagement Consulting Platform, and verification of its webhooks.',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: Object.fromEntries(exported),
    files: ['lib', 'README.md'],
    dependencies,
  };
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await packClient(process.argv[2] ?? join(root, 'dist')));
}
