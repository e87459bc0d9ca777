import { readFile } from 'node:fs/promises';
import { encodeRows, encodeText, type QueryRows } from './encode-inputs.ts';
import { programHosts } from './program-hosts.ts';
import type { ProgramInputs, StandaloneInputs } from './program-types.ts';

/** A program with everything that it computes with. */
export interface StandaloneRequest extends ProgramInputs {
  /** The stored results of its statements, each with the statement as the program wrote it. */
  tables: readonly (QueryRows & { sql: string })[];
}

/** A file of a folder. Its path is relative and has `/` between its parts. */
export interface StandaloneFile {
  path: string;
  content: Buffer;
}

/**
 * Returns the files of a folder in which a person repeats a program without the product:
 * `deno run --allow-read=. run.ts` prints its output, its tables and its facts. The folder has the
 * libraries, so that nothing is loaded from elsewhere. Throws Error if the product is not built.
 */
export async function standaloneProgram(request: StandaloneRequest): Promise<StandaloneFile[]> {
  const { code, texts, facts, tables, runDate, seed = 1 } = request;
  const textFiles = Object.entries(texts).map(([filename, text], at) => {
    return { filename, text, file: `texts/${at + 1}.txt` };
  });
  const queryFiles = tables.map((table, at) => ({ table, file: `queries/${at + 1}.json` }));
  const inputs: StandaloneInputs = {
    facts: Object.entries(facts),
    texts: textFiles.map(({ filename, file }) => ({ filename, file })),
    queries: queryFiles.map(({ table, file }) => ({ sql: table.sql, file })),
    runDate,
    seed,
  };
  const files: StandaloneFile[] = [
    { path: 'README.md', content: Buffer.from(readme) },
    { path: 'run.ts', content: Buffer.from(runner) },
    { path: 'program.ts', content: await encodeText(code) },
    { path: 'inputs.json', content: await encodeText(`${JSON.stringify(inputs, null, 2)}\n`) },
    { path: 'host.mjs', content: await readFile(programHosts.standalone.main) },
  ];
  for (const { text, file } of textFiles)
    files.push({ path: file, content: await encodeText(text) });
  for (const { table, file } of queryFiles)
    files.push({ path: file, content: await encodeTable(table) });
  return files;
}

async function encodeTable({ columns, rows }: QueryRows): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from(`{"columns":${JSON.stringify(columns)},"rows":[`)];
  for await (const portion of encodeRows(rows)) {
    if (parts.length > 1) parts.push(Buffer.from(','));
    // The portions are lists, of which the table is one.
    parts.push(portion.subarray(1, -1));
  }
  parts.push(Buffer.from(']}\n'));
  return Buffer.concat(parts);
}

const runner = `// Repeats program.ts with the inputs of this folder: deno run --allow-read=. run.ts
import './host.mjs';
`;

const readme = `# A computation

\`program.ts\` is the program. It computes with the files of this folder and nothing else:

- \`inputs.json\`: the facts that it could read, its date and the seed of its random generator
- \`queries/\`: the results of its SQL statements, which stand in \`inputs.json\`
- \`texts/\`: the texts of its sources, whose names stand in \`inputs.json\`
- \`host.mjs\`: the libraries \`arquero\`, \`decimal.js\`, \`finance\` and \`simple-statistics\`, and the
  functions \`sql\`, \`table\` and \`facts\`

Install [Deno](https://deno.com) 2.9 or later, open this folder in a terminal, and run:

    deno run --allow-read=. run.ts

It prints what the program wrote, and then its tables and facts as JSON. The clock stands at the
date of the program, and the random generator begins with the same seed, so that the result is the
same each time. Deno gives the program no other right than to read this folder.
`;
