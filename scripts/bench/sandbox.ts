import { measureSandbox } from './measure-sandbox.ts';
import { renderSandbox } from './render-report.ts';

/** Measures only the sandbox beside hostile tenants, and prints the table of docs/benchmarks.md. */
console.log(renderSandbox(await measureSandbox((line) => console.error(line))));
