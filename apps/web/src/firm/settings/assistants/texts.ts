import type { AssistantRefusal } from '@ecp/contract/values/assistant-refusals';
import { t, translated } from '../../../base/language/translate.ts';

export const assistantTexts = translated({
  title: 'Assistants',
  description:
    'Let the assistant that you chat with work here for you, through the Model Context Protocol.',
  address: 'Address to connect to',
  how: {
    title: 'How to connect',
    lead: 'Give the address to your assistant. It leads you here, and you allow it.',
    claude: 'Claude: Settings, Connectors, Add custom connector. Paste the address.',
    code: 'Claude Code',
    editor: 'Visual Studio Code',
    programs: 'A program without a person uses an API key instead.',
    toKeys: 'API keys',
  },
  can: 'Assistants can create engagements, start runs, read documents and their citations, search, answer questions, comment and ask for revisions.',
  cannot: 'They never approve, release, delete or manage access.',
  list: 'Connected assistants',
  empty: {
    title: 'No assistant is connected',
    advice: 'Give your assistant the address above. Once you allow it, it appears here.',
  },
  access: { read_only: 'Read only', read_write: 'Read and write' },
  ofPerson: (person: string) => t('for {person}', { person }),
  connected: (ago: string) => t('connected {ago}', { ago }),
  used: (ago: string) => t('used {ago}', { ago }, 'assistant'),
  get neverUsed() {
    return t('never used', {}, 'assistant');
  },
  disconnect: {
    button: 'Disconnect',
    label: (name: string) => t('Disconnect {name}', { name }),
    title: (name: string) => t('Disconnect “{name}”?', { name }),
    advice: 'It loses access immediately. To use it again, connect it anew.',
    done: (name: string) => t('“{name}” disconnected', { name }),
  },
});

export const consentTexts = translated({
  title: 'Connect an assistant',
  asks: (name: string, workspace: string) =>
    t('“{name}” wants to work in {workspace} for you.', { name, workspace }),
  host: 'Described at',
  hostHint: 'The name is the assistant’s own. Check that you know this address.',
  answer: 'The answer goes to',
  device: 'a program on this device',
  person: 'It acts as',
  scope: 'What it may do',
  scopes: {
    read_only: 'Read only',
    read_write: 'Read and write',
  },
  scopeHints: {
    read_only: 'List and read engagements, documents, citations and tables, and search.',
    read_write:
      'Also create engagements, start runs, which spend their budgets, answer questions, comment and ask for revisions.',
  },
  never: 'It never approves, releases, deletes or manages access, and may do no more than you may.',
  own: 'Allow only what you have started yourself. You can disconnect it at any time in Settings > Assistants.',
  allow: 'Allow',
  deny: 'Deny',
  leaving: 'Back to the assistant…',
  refused: {
    title: 'The assistant cannot be connected',
    toSettings: 'How to connect an assistant',
    reasons: {
      client_id: 'The assistant gives no address that says who it is.',
      unreachable:
        'The page on which the assistant describes itself cannot be read. Try again later.',
      document: 'The assistant’s description of itself is not one that can be connected here.',
      redirect:
        'The assistant wants the answer at an address that it does not list. Nothing was sent there.',
      request: 'The assistant’s request is not valid. Start again from the assistant.',
    } satisfies Record<AssistantRefusal, string>,
  },
});
