import { t, translated } from '../../base/language/translate.ts';

export const helpTexts = translated({
  title: 'Help',
  description: 'How a first engagement goes, the words that you meet, the keys, and where to ask.',
  first: {
    title: 'Your first engagement',
    begin: 'Start an engagement',
    steps: [
      {
        does: 'Say what the client wants',
        says: 'Paste the request or the email, or choose a template. Each question becomes a task.',
      },
      {
        does: 'Add what you have',
        says: 'Files, tables, and, if you allow it, pages of the web. Documents cite only these sources.',
      },
      {
        does: 'Read the plan',
        says: 'It says which documents come, in which order, and what they cost. It is free to change.',
      },
      {
        does: 'Start the run',
        says: 'You can leave. Home and the bell tell you when a question or a document waits.',
      },
      {
        get does() {
          return t('Review', {}, 'verb');
        },
        says: 'Each statement opens its source. Clear what is open, then approve, or ask for a revision with your notes.',
      },
      {
        does: 'Release to the client',
        says: 'The client reads, comments and decides through a link of their own. You see what they decide.',
      },
    ],
  },
  words: {
    title: 'Twelve words',
    list: [
      {
        word: 'Engagement',
        means: 'One piece of work for one client, with its sources, documents and decisions.',
      },
      { word: 'Brief', means: 'What the client wants to know, in a few sentences.' },
      {
        word: 'Source',
        means: 'A file, a table, a web page or an answer that documents may cite.',
      },
      {
        word: 'Plan',
        means:
          'The tasks of a run, with their order and their price. Each task makes one document.',
      },
      {
        word: 'Agent',
        means:
          'A specialist of the product, such as one for strategy or finance, that does a task.',
      },
      { word: 'Run', means: 'The work on a plan, from its start until the documents are there.' },
      {
        word: 'Question',
        means: 'Something that an agent needs to know from you. Your answer becomes a source.',
      },
      {
        word: 'Document',
        means: 'What a task delivers. A change makes a new version, and the old ones stay.',
      },
      {
        word: 'Citation',
        means:
          'The mark that leads from a statement to its source. It is open while nothing shows that the source says so.',
      },
      {
        word: 'Conflict',
        means: 'Two sources or documents that give different values for the same thing.',
      },
      { word: 'Review', means: 'You approve a version, ask for a revision, or reject it.' },
      { word: 'Release', means: 'You give versions to a client, who sees nothing else.' },
    ],
  },
  keys: {
    title: 'Keys',
    list: (modifier: string) => [
      { keys: [modifier, 'K'], does: t('Find any page, document or action') },
      { keys: ['?'], does: t('All keys of the page that is open') },
      { keys: ['G', 'H'], does: t('Go to Home') },
      { keys: ['G', 'E'], does: t('Go to Engagements') },
      { keys: ['C'], does: t('New engagement') },
      { keys: ['J', 'K'], does: t('Next and previous item of a list') },
    ],
  },
  ask: {
    title: 'Where to ask',
    team: 'Owners and admins of your workspace manage people, models, payments and limits.',
    openTeam: 'See who they are',
    fault:
      'If something fails, the message names a number of the request. Send it to whoever runs the service.',
  },
  aiUse: {
    title: 'Use of AI',
    about:
      'The AI-use statement of an engagement is under Download on its documents: who wrote what, the models, what was checked, and who approved.',
    open: 'See what each line serves',
  },
});
