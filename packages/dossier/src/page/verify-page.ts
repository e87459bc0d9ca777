import { type DossierCheck, type DossierFault, verifyDossier } from '../verify-dossier.ts';
import { readZip } from '../zip.ts';

// The script of the page in a dossier. It runs in a browser, from a file, without a connection.

const faultTexts: Record<DossierFault['kind'], string> = {
  not_a_dossier: 'The file is no dossier, or bytes of the zip itself were changed.',
  no_signature: 'The signed statement is missing or was changed.',
  unknown_key: 'The key in the dossier is not the one that signed it.',
  wrong_signature: 'The signature does not fit the statement.',
  changed_file: 'This file was changed:',
  missing_file: 'This file is missing:',
  added_file: 'This file was added:',
};

const input = document.querySelector<HTMLInputElement>('#file');
const drop = document.querySelector<HTMLElement>('#drop');
const result = document.querySelector<HTMLElement>('#result');

input?.addEventListener('change', () => checkFile(input.files?.[0]));
drop?.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
drop?.addEventListener('dragleave', () => drop.classList.remove('over'));
drop?.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  checkFile(event.dataTransfer?.files[0]);
});

async function checkFile(file: File | undefined): Promise<void> {
  if (!file || !result) return;
  result.replaceChildren(paragraph('Checking …'));
  try {
    const zip = new Uint8Array(await file.arrayBuffer());
    result.replaceChildren(...(await show(await verifyDossier(zip), zip)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    result.replaceChildren(
      paragraph(
        `This browser could not check the file: ${reason}. Use another one, or the script verify-dossier.ts.`,
      ),
    );
  }
}

async function show(
  { faults, keyId, statement }: DossierCheck,
  zip: Uint8Array,
): Promise<HTMLElement[]> {
  const isIntact = faults.length === 0;
  const verdict = paragraph(
    isIntact ? 'The dossier is intact.' : 'The dossier is not as it was sealed.',
  );
  verdict.className = `verdict ${isIntact ? 'intact' : 'broken'}`;
  const shown = [
    verdict,
    ...faults.map(({ kind, path }) =>
      paragraph([faultTexts[kind], path].filter(Boolean).join(' ')),
    ),
  ];
  if (keyId !== null) shown.push(labelled('Thumbprint of the key', keyId));
  if (!isIntact || !statement) return shown;
  const { engagement, exportedAt, documents, sources } = statement.predicate;
  shown.push(
    labelled('Engagement', `${engagement.name}, for ${engagement.client}`),
    labelled('Sealed at', exportedAt),
    labelled('Sources', sources === 'files' ? 'The files themselves' : 'Their hashes'),
    heading('Approved documents'),
    table(
      documents.map(({ filename, version, approvedBy, approvedAt }) => [
        filename,
        `Version ${version}`,
        approvedBy,
        approvedAt,
      ]),
    ),
    heading('Use of AI'),
    ...showAiUse(JSON.parse((await readText(zip, 'ai-use.json')) || '{}') as Partial<AiUse>),
    heading(`Files (${statement.subject.length})`),
    table(statement.subject.map(({ name, digest }) => [name, digest.sha256])),
  );
  return shown;
}

/** What the page shows of the statement of AI use; `ai-use.pdf` has all of it. */
interface AiUse {
  documents: { title: string; version: number; parts: { agent: number; person: number } }[];
  models: { model: string; provider: string; calls: number }[];
  attestations: { by: string; at: string; text: string }[];
}

function showAiUse({
  documents = [],
  models = [],
  attestations = [],
}: Partial<AiUse>): HTMLElement[] {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    table(
      documents.map(({ title, version, parts }) => [
        title,
        `Version ${version}`,
        `AI agents ${percent(parts.agent)}`,
        `People ${percent(parts.person)}`,
      ]),
    ),
    table(models.map(({ model, provider, calls }) => [model, provider, `Calls: ${calls}`])),
    ...attestations.map(({ by, at, text }) => paragraph(`${by}, ${at}: “${text}”`)),
    paragraph('The whole statement is in the file ai-use.pdf, and as data in ai-use.json.'),
  ];
}

async function readText(zip: Uint8Array, wanted: string): Promise<string> {
  const file = (await readZip(zip))?.find(({ path }) => path === wanted);
  return file ? new TextDecoder().decode(file.content) : '';
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function paragraph(text: string): HTMLElement {
  return element('p', text);
}

function heading(text: string): HTMLElement {
  return element('h2', text);
}

function labelled(label: string, value: string): HTMLElement {
  const line = paragraph(`${label}: `);
  line.append(element('code', value));
  return line;
}

function table(rows: string[][]): HTMLElement {
  const body = document.createElement('table');
  for (const row of rows) {
    const line = document.createElement('tr');
    line.append(...row.map((cell) => element('td', cell)));
    body.append(line);
  }
  return body;
}
