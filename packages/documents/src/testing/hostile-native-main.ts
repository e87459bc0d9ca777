import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/**
 * A typesetting program that has been taken over: its native code reads the file that the job
 * names.
 */
serveJobs<string>((path) => {
  const compiler = NodeCompiler.create({ workspace: '/' });
  const { result } = compiler.compile({ mainFileContent: `#read("${path}")` });
  if (result === null) throw new Error('The file cannot be read');
  return { head: null, body: compiler.pdf(result) };
});
